// Positions as text, section 10: reading, judging and writing.

import { finding, lower, words } from './text.mjs';
import { Hand, State } from './state.mjs';
import { neighbours, tileForm, tileIndex, tileName } from './tiles.mjs';

// ---- writing ----

function counted(known, unknown, rules, ends) {
  const parts = known.map((tile) => (tile === null ? '?' : tileName(tile, rules)));
  if (ends === 'each') parts.push(...Array(unknown).fill('?'));
  else if (unknown > 0) parts.push(unknown === 1 ? '?' : `${unknown}?`);
  return parts.length ? parts.join(',') : '-';
}

function handText(hand, rules) {
  if (hand.size === null) return '?';
  if (hand.size === 1 && hand.unknown === 1) return '1?';
  return counted(hand.known, hand.unknown, rules, 'each');
}

function bagText(state) {
  const { list, tail } = state.bag;
  const follows = state.hands.every((hand) => hand.size !== null);
  if (!list.length && (tail === null || (follows && tail > 0))) return '?';
  if (!list.length && tail === 1) return '1?';
  if (tail === null) return counted([...list, null], 0, state.rules);
  return counted(list, tail, state.rules);
}

function rowsText(state) {
  const rows = [];
  for (let row = 0; row < state.rules.rows; row++) {
    let text = '';
    let empty = 0;
    for (let column = 0; column < state.rules.columns; column++) {
      const square = state.board[row * state.rules.columns + column];
      if (square === '.') empty++;
      else {
        text += (empty || '') + square;
        empty = 0;
      }
    }
    rows.push(text + (empty || ''));
  }
  return rows.join('/');
}

function phaseText(state) {
  const { phase, rules, merger } = state;
  const names = (tiles) => tiles.map((tile) => tileName(tile, rules)).join(',');
  if (phase === 'aside' && state.chosen.length) return `aside:${names(state.chosen)}`;
  if (phase === 'found' || phase === 'survivor') return `${phase}@${tileName(state.at, rules)}`;
  if (!['next', 'bank', 'dispose'].includes(phase)) return phase;
  let text = `${phase}@${tileName(state.at, rules)}:${merger.survivor}x${merger.rest.join('')}`;
  if (merger.bankTiles.length) text += `^${names(merger.bankTiles)}`;
  if (state.actor !== merger.mergemaker) text += `:${state.order[merger.mergemaker]}`;
  return text;
}

export function positionText(state) {
  const { rules, order } = state;
  const players = order.map((handle, player) => {
    const shares = rules.chains
      .filter((chain) => state.held(player, chain))
      .map((chain) => `${chain}${state.held(player, chain)}`);
    const hand = handText(state.hands[player], rules);
    return `${handle}:${state.cash[player]}:${shares.join('') || '-'}:${hand}`;
  });
  const parts = [rowsText(state), order[state.actor], phaseText(state), ...players];
  parts.push(`bag:${bagText(state)}`);
  const shown =
    state.phase === 'place'
      ? state.idle > 0
      : ['buy', 'end', 'aside'].includes(state.phase) && !state.changed;
  if (shown) parts.push(`idle:${state.idle}`);
  return parts.join(' ');
}

// ---- reading ----

class Reading {
  constructor(header, rules) {
    this.line = header.line;
    this.rules = rules;
    this.found = [];
  }

  fail(column, code = 'E-position-text') {
    this.found.push(finding(code, this.line, column));
  }

  rows(word, board) {
    const { rules } = this;
    let { column } = word;
    const rows = word.text.split('/');
    if (rows.length !== rules.rows) return this.fail(column);
    rows.forEach((row, r) => {
      const start = column;
      let width = 0;
      for (const [part] of row.matchAll(/[0-9]+|./gsu)) {
        const square = part.toUpperCase();
        if (/^[0-9]{1,2}$/.test(part)) width += Number(part);
        else {
          const sign = rules.chains.includes(square) ? square : lower(part);
          if (sign !== 'o' && sign !== 'x' && !rules.chains.includes(sign)) this.fail(column);
          else if (width < rules.columns) board[r * rules.columns + width++] = sign;
          else width++;
        }
        column += [...part].length;
      }
      if (width !== rules.columns) this.fail(start);
      column++;
    });
    return board;
  }

  /** Tiles with commas; null for an unknown one, a number for so many. */
  tiles(text, column) {
    if (text === '-') return [];
    const out = [];
    for (const part of text.split(',')) {
      const many = /^([0-9]{0,4})\?$/.exec(part);
      const tile = many ? null : tileIndex(tileForm(part), this.rules);
      if (many) out.push(...Array(many[1] === '' ? 1 : Number(many[1])).fill(null));
      else if (tile === null) this.fail(column);
      else out.push(tile);
      column += [...part].length + 1;
    }
    return out;
  }

  player(word) {
    const parts = word.text.split(':');
    if (parts.length !== 4 || !/^-?[0-9]{1,12}$/.test(parts[1])) return this.fail(word.column);
    const [handle, cash, shares, hand] = parts;
    let column = word.column + handle.length + cash.length + 2;
    const held = new Map();
    if (shares !== '-') {
      if (!/^(?:[A-Z][0-9]{1,4})+$/i.test(shares)) this.fail(column);
      for (const [part, letter, count] of shares.matchAll(/([A-Z])([0-9]{1,4})/gi)) {
        const chain = letter.toUpperCase();
        if (!this.rules.chains.includes(chain) || held.has(chain)) this.fail(column);
        held.set(chain, Number(count));
        column += part.length;
      }
    }
    column = word.column + handle.length + cash.length + shares.length + 3;
    const tiles = hand === '?' ? null : this.tiles(hand, column);
    return { handle: lower(handle), cash: Number(cash), held, tiles };
  }
}

const PHASE = new RegExp(
  [
    '^(?:(place|buy|end|over)|(aside)(?::(.+))?|(found|survivor)@(\\w+)',
    '|(next|bank|dispose)@(\\w+):([a-z])x([a-z]+)(?:\\^([^:]+))?(?::(\\w+))?)$',
  ].join(''),
  'i',
);

/** The decision a phase word tells, put into the state; false where it has not the form of one. */
function readPhase(text, state, reading) {
  const found = PHASE.exec(text);
  if (!found) return false;
  const tiles = (list) => (list ?? '').split(',').map((word) => tileIndex(tileForm(word), state.rules));
  const [plain, aside, chosen, asked, at, merging, where, survivor, rest, bank, maker] =
    found.slice(1);
  state.phase = lower(plain ?? aside ?? asked ?? merging);
  if (chosen) state.chosen = tiles(chosen);
  const square = at ?? where;
  if (square) [state.at] = tiles(square);
  if (merging) {
    state.merger = {
      survivor: survivor.toUpperCase(),
      rest: [...rest.toUpperCase()],
      bankTiles: bank ? tiles(bank) : [],
      mergemaker: maker ? state.order.indexOf(lower(maker)) : state.actor,
    };
    const chains = [state.merger.survivor, ...state.merger.rest];
    if (chains.some((chain) => !reading.rules.chains.includes(chain))) return false;
    if (state.merger.mergemaker < 0) return false;
  }
  const all = [...state.chosen, ...state.bankTiles, ...(square ? [state.at] : [])];
  return !all.includes(null);
}

/** The state that a position header tells; findings go to `found`, null where it cannot be. */
export function readPosition(header, rules, found) {
  const reading = new Reading(header, rules);
  const list = words(header.value, header.column);
  const start = list[0]?.column ?? header.column;
  const state = new State(rules, []);
  const [rows, actor, phase, ...others] = list;
  if (rows) reading.rows(rows, state.board);
  const told = [];
  let bag = null;
  let idle = null;
  for (const word of others) {
    let part;
    if ((part = /^bag:(.*)$/i.exec(word.text))) {
      if (bag !== null) reading.fail(word.column);
      bag = part[1] === '?' ? 'unknown' : reading.tiles(part[1], word.column + 4);
    } else if (/^idle:[^:]*$/i.test(word.text)) {
      const number = /^idle:([0-9]{1,6})$/i.exec(word.text);
      if (!number || idle !== null) reading.fail(word.column);
      else idle = Number(number[1]);
    } else {
      const player = reading.player(word);
      if (player && told.some((one) => one.handle === player.handle)) reading.fail(word.column);
      else if (player) told.push(player);
    }
  }
  const whole = reading.found.length === 0;
  if (whole && (!phase || !told.length || bag === null)) reading.fail(start);
  state.order = told.map((player) => player.handle);
  state.cash = told.map((player) => player.cash);
  state.shares = told.map((player) => player.held);
  state.hands = told.map(({ tiles }) => {
    if (tiles === null) return new Hand([], null);
    const known = tiles.filter((tile) => tile !== null);
    return new Hand(known, tiles.length - known.length);
  });
  if (actor) {
    state.actor = state.order.indexOf(lower(actor.text));
    if (whole && state.actor < 0) reading.fail(actor.column);
  }
  if (phase && !readPhase(phase.text, state, reading)) reading.fail(phase.column);
  if (reading.found.length) {
    found.push(...reading.found.sort((a, b) => a.column - b.column));
    return null;
  }
  state.bag = bag === 'unknown' ? { list: [], tail: null } : { list: bag, tail: 0 };
  state.changed = state.phase !== 'place' && idle === null;
  state.idle = idle ?? 0;
  if (unfit(state)) {
    found.push(finding('E-position', header.line, start));
    return null;
  }
  state.count();
  return state;
}

/** Whether a position cannot be: the laws at the end of section 10. */
function unfit(state) {
  const { rules, board } = state;
  const stalls = ['place', 'buy', 'end', 'aside'].includes(state.phase);
  if (stalls && state.idle >= state.order.length) return true;
  if (state.cash.some((money) => money < 0)) return true;
  if (rules.chains.some((chain) => state.supply(chain) < 0)) return true;
  if (state.hands.some((hand) => (hand.size ?? 0) > rules.knobs.hand)) return true;

  const hands = state.hands.flatMap((hand) => hand.known);
  const known = [...hands, ...state.bag.list, ...state.bankTiles];
  const tiles = known.filter((tile) => tile !== null);
  if (new Set(tiles).size !== tiles.length) return true;
  if (tiles.some((tile) => board[tile] !== '.')) return true;
  if ((state.bagSize ?? 0) > state.unaccounted) return true;
  // What is in no counted hand nor in the bag is in the hands that nobody has counted.
  const room = state.hands.filter((hand) => hand.size === null).length * rules.knobs.hand;
  if (state.bagSize !== null && state.bagSize + room < state.unaccounted) return true;

  if (state.at !== null && board[state.at] !== 'o') return true;
  for (const [tile, square] of board.entries()) {
    if (square === '.' || square === 'x') continue;
    const { chains } = state.around(tile);
    if (square === 'o' && tile !== state.at && chains.length) return true;
    if (square !== 'o' && chains.some((chain) => chain !== square)) return true;
  }
  return state.active.some((chain) => {
    const all = board.flatMap((square, tile) => (square === chain ? [tile] : []));
    const reached = new Set([all[0]]);
    const open = [all[0]];
    while (open.length) {
      for (const next of neighbours(open.pop(), rules)) {
        if (board[next] !== chain || reached.has(next)) continue;
        reached.add(next);
        open.push(next);
      }
    }
    return all.length < 2 || reached.size !== all.length;
  });
}
