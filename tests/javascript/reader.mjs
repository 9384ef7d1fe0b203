// A file of records: every finding in it, and every game as it was played and as it is written.

import { LIST, commentOf, finding, isBlank, lower, readLines, splitGames, words } from './text.mjs';
import { HANDLE, beginsTurns, readTurn } from './turn.mjs';
import { KNOBS } from './rules.mjs';
import { KNOWN, Opening, keyParts } from './headers.mjs';
import { Refused, play } from './engine.mjs';
import { positionText } from './position.mjs';
import { tileForm, tileIndex, tileName } from './tiles.mjs';

const HEADER = /^([ \t]*)([a-z][a-z0-9_.-]+)[ \t]*:[ \t]*/i;

/** The words of `players:`, between blanks, or between commas where there is one. */
function handleWords({ value, column }) {
  if (!value.includes(',')) return words(value, column);
  return words(value, column, ',')
    .map(({ text, column: at }) => ({
      text: text.replace(/^[ \t]+|[ \t]+$/g, ''),
      column: at + text.length - text.replace(/^[ \t]+/, '').length,
    }))
    .filter(({ text }) => text);
}

function headerOf(line, players) {
  const found = HEADER.exec(line.text);
  if (!found) return null;
  const key = lower(found[2]);
  if (players.includes(key)) return null;
  const value = line.text.slice(found[0].length).replace(/[ \t]+$/, '');
  const column = value ? found[0].length + 1 : line.text.indexOf(':') + 2;
  return { key, keyColumn: found[1].length + 1, value, column, line: line.number, comments: [] };
}

/** The first pass over a game: what every line is, by itself. */
class Game {
  constructor(raw, found) {
    this.found = found;
    this.line = raw.line;
    this.above = raw.above;
    this.headers = [];
    this.players = [];
    this.turns = [];
    this.result = null;
    this.opening = [];
    this.close = [];
    this.told = true;
    this.waiting = [];
    for (const line of raw.lines) this.read(line);
    this.opening.unshift(...this.waiting);
  }

  fail(code, line, column = 1) {
    this.found.push(finding(code, line, column));
  }

  read(line) {
    if (line.code) {
      this.fail(line.code, line.number, line.column);
      // It may have been a turn: what stands behind it is not judged.
      if (this.turns.length) this.turns.push({ fault: {}, comments: [] });
      return;
    }
    if (isBlank(line.text)) return;
    const comment = commentOf(line.text);
    if (comment !== null) {
      if (this.result) this.close.push(comment);
      else if (this.turns.length) this.turns.at(-1).comments.push(comment);
      else this.waiting.push(comment);
      return;
    }
    const header = headerOf(line, this.players);
    if (header) this.header(header);
    else if (this.turns.length || beginsTurns(line.text, this.players)) this.turn(line);
    else this.fail('E-header', line.number);
  }

  turn(line) {
    if (this.result) {
      this.fail('E-after-result', line.number);
      return;
    }
    if (!this.turns.length) {
      this.opening.push(...this.waiting);
      this.waiting = [];
    }
    const turn = readTurn(line, this.players);
    this.turns.push(turn);
    if (turn.fault) this.fail(turn.fault.code, line.number, turn.fault.column);
  }

  header(header) {
    const { key, line, keyColumn } = header;
    if (key === 'result') {
      if (this.result) {
        this.fail('E-header-twice', line, keyColumn);
        return;
      }
      this.opening.push(...this.waiting);
      this.waiting = [];
      this.result = header;
      return;
    }
    if (this.turns.length || this.result) {
      this.fail('E-header-late', line, keyColumn);
      return;
    }
    header.comments = this.waiting;
    this.waiting = [];
    if (this.headers.some((one) => one.key === key)) {
      this.fail('E-header-twice', line, keyColumn);
      return;
    }
    if (!key.startsWith('x-') && keyParts(key).base === null) this.fail('W-header', line, keyColumn);
    this.headers.push(header);
    if (key === 'players') this.readPlayers(header);
  }

  readPlayers(header) {
    const list = handleWords(header);
    if (!list.length) this.badPlayers(header, header.column);
    for (const { text, column } of list) {
      const handle = lower(text);
      if (!HANDLE.test(text) || this.players.includes(handle)) this.badPlayers(header, column);
      else this.players.push(handle);
    }
    for (const { key, line, keyColumn } of this.headers) {
      if (this.players.includes(key)) this.fail('E-header', line, keyColumn);
    }
  }

  badPlayers(header, column) {
    this.fail('E-players', header.line, column);
    this.told = false;
  }
}

// ---- the third pass ----

/** Tiles of events by their names, as the twins have them. */
function named(event, rules) {
  if (typeof event.tile === 'number') return { ...event, tile: tileName(event.tile, rules) };
  return event.event === 'drew' ? { ...event, tile: '?' } : event;
}

function judge(game, opening, state) {
  const { rules } = state;
  const seats = (values) =>
    Object.fromEntries(game.players.map((handle) => [handle, values[state.order.indexOf(handle)]]));
  const out = {
    ruleset: rules.title,
    players: game.players,
    order: [...state.order],
    position: positionText(state),
    turns: [],
  };
  let whole = true;
  for (const [i, turn] of game.turns.entries()) {
    if (turn.fault) {
      whole = false;
      break;
    }
    const number = state.turns + 1;
    try {
      if (turn.open && i < game.turns.length - 1) throw new Refused('E-open', turn.open.column);
      const player = state.order[state.actor];
      const played = play(state, turn);
      for (const column of turn.marks) game.fail('W-irregular', turn.line, column);
      if (played.assertion) game.fail(played.assertion.code, turn.line, played.assertion.column);
      turn.text = turnText(turn, number, player, played, state, rules);
      out.turns.push({
        turn: number,
        player,
        text: turn.text,
        position: positionText(state),
        cash: seats(state.cash),
        events: played.events.map((event) => named(event, rules)),
      });
    } catch (stop) {
      if (!(stop instanceof Refused)) throw stop;
      game.fail(stop.code, turn.line, stop.column);
      whole = false;
      break;
    }
  }
  const totals = seats(state.scores().map((score) => score.total));
  out.result = { reason: state.reason ?? 'unfinished', totals };
  if (whole && game.result) judgeResult(game, state, totals);
  return out;
}

const REASONS = ['declared', 'exhausted', 'stalled', 'abandoned', 'unfinished'];

function judgeResult(game, state, totals) {
  const { line, value, column } = game.result;
  const [reason, ...others] = words(value, column, LIST);
  const refuse = (at) => game.fail('E-result', line, at);
  const said = lower(reason?.text ?? '');
  const believed = ['exhausted', 'stalled'].includes(said) && state.uncounted;
  const fits = state.reason
    ? said === state.reason
    : believed || said === 'unfinished' || said === 'abandoned';
  if (!fits) refuse(column);
  if (!REASONS.includes(said)) return;
  const told = new Set();
  let right = true;
  for (const word of others) {
    const [, name, money] = /^([^=]*)=(-?[0-9]{1,12})$/su.exec(word.text) ?? [];
    const handle = name === undefined ? null : lower(name);
    const known = handle !== null && game.players.includes(handle) && !told.has(handle);
    if (!known || Number(money) !== totals[handle]) {
      refuse(word.column);
      right = false;
    }
    if (known) told.add(handle);
  }
  if (fits && right && others.length && told.size < game.players.length) refuse(column);
}

// ---- canonical bytes, section 11 ----

function turnText(turn, number, player, { out, draws }, state, rules) {
  const tiles = (list) => list.map((tile) => (tile === null ? '?' : tileName(tile, rules))).join(',');
  const parts = [String(number), player];
  for (const redraw of out.redraws) parts.push(`x${tiles(redraw)}`);
  const aside = out.aside.length ? `x${tiles(out.aside)}` : null;
  if (typeof out.placement === 'string') parts.push(out.placement);
  else if (out.placement !== null) {
    parts.push(tileName(out.placement, rules) + (out.name ? `=${out.name}` : ''));
  }
  if (out.survivor) parts.push(`${out.survivor}x${out.begun.join('')}`);
  for (const { chain, bank, parts: holders } of out.clauses) {
    const list = holders.map(({ player: handle, sold, traded, kept }) => {
      const amounts = [
        ['s', sold],
        ['t', traded],
        ['k', kept],
      ];
      const text = amounts.map(([letter, count]) => (count ? letter + count : '')).join('');
      return `${handle}-${text}`;
    });
    const tile = bank === null ? '' : `^${tileName(bank, rules)}`;
    if (list.length) parts.push(`${chain}${tile}:${list.join(',')}`);
    else if (tile) parts.push(chain + tile);
  }
  parts.push(...out.moved);
  if (out.bought.length) parts.push(`${out.beyond ? '~' : ''}+${out.bought.join('')}`);
  else if (out.open && state.phase === 'end') parts.push('+');
  if (out.end) parts.push(out.early ? '~end' : 'end');
  if (out.left.length) parts.push(`~x${tiles(out.left)}`);
  if (turn.kept) parts.push('~x');
  if (aside) parts.push(aside);
  else if (out.open && state.phase === 'aside' && !aside) parts.push('x');
  const tells = out.counted ? draws.some((draw) => draw.news) : draws.length > 0;
  if (tells) parts.push(`^${tiles(draws.map((draw) => draw.tile))}`);
  if (turn.undrawn) parts.push('~^');
  const own = turn.cash.filter(({ handle }) => handle === null || handle === player);
  const others = turn.cash.filter((one) => !own.includes(one));
  for (const { money } of own) parts.push(`=${Number(money)}`);
  for (const { handle, money } of others) parts.push(`=${handle}:${Number(money)}`);
  for (const mark of [turn.glyph, turn.clock, turn.evaluation]) if (mark) parts.push(mark.text);
  if (out.open) parts.push('..');
  return parts.join(' ');
}

function headerValue(header, game, opening) {
  const { rules } = opening;
  const { key, value } = header;
  const { base } = keyParts(key);
  const tiles = () =>
    words(value, 1, LIST)
      .map(({ text }) => (text === '?' ? '?' : tileName(tileIndex(tileForm(text), rules), rules)))
      .join(' ');
  switch (base) {
    case 'ruleset':
      return rules.title;
    case 'rules':
      return Object.keys(KNOBS)
        .filter((knob) => knob in opening.overrides)
        .map((knob) => `${knob}=${opening.overrides[knob]}`)
        .join(' ');
    case 'players':
      return game.players.join(' ');
    case 'start': {
      const told = words(value, 1, LIST).map(({ text }) => text.split('='));
      return game.players
        .map((handle) => {
          const [, word] = told.find(([name]) => lower(name) === handle);
          return `${handle}=${tileName(tileIndex(tileForm(word), rules), rules)}`;
        })
        .join(' ');
    }
    case 'first':
    case 'view':
    case 'shuffle':
      return lower(value);
    case 'hand':
    case 'bag':
      return tiles();
    case 'position':
      return game.played.position;
    default:
      return value;
  }
}

function gameText(game, opening) {
  const lines = [...game.above.map((text) => `#${text}`), 'acquire 1'];
  const headers = [...game.headers];
  const put = (key, value) => headers.push({ key, value, comments: [] });
  if (!opening.get('ruleset')) put('ruleset', '');
  if (opening.get('seed') && !opening.get('bag')) {
    put('bag', opening.bag.map((tile) => tileName(tile, opening.rules)).join(' '));
  }
  const place = ({ key }) => {
    const { base, handle } = keyParts(key);
    const at = base === null ? KNOWN.length : KNOWN.indexOf(base);
    return at * 100 + (handle ? game.players.indexOf(handle) : 0);
  };
  headers.sort((a, b) => place(a) - place(b));
  for (const header of headers) {
    const value = headerValue(header, game, opening);
    const silent = header.key === 'shuffle' && value === 'sha256-1' && !header.comments.length;
    lines.push(...header.comments.map((text) => `#${text}`));
    if (!silent) lines.push(`${header.key}:${value && ' '}${value}`);
  }
  lines.push(...game.opening.map((text) => `#${text}`));
  if (game.turns.length) lines.push('');
  for (const turn of game.turns) {
    lines.push(turn.text + (turn.comment === null ? '' : ` #${turn.comment}`));
    lines.push(...turn.comments.map((text) => `#${text}`));
  }
  if (game.result) {
    const value = words(lower(game.result.value), 1, LIST).map(({ text }) => text);
    lines.push(`result: ${value.join(' ')}`);
  }
  lines.push(...game.close.map((text) => `#${text}`));
  return lines;
}

/** Everything that a file of records says: `games`, `findings`, and `canonical` if nothing is wrong. */
export function readFile(bytes, rulesets) {
  const findings = [];
  const games = [];
  const written = [];
  for (const raw of splitGames(readLines(bytes), findings)) {
    const game = new Game(raw, findings);
    if (!game.told) continue;
    const opening = new Opening(game, rulesets, findings);
    const state = opening.read();
    if (!state) continue;
    game.played = judge(game, opening, state);
    games.push(game.played);
    written.push([game, opening]);
  }
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const valid = findings.every(({ code }) => code.startsWith('W-'));
  const canonical = valid ? written.flatMap((one) => gameText(...one)) : null;
  return { games, findings, canonical };
}
