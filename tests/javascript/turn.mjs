// One turn line into its tokens: the form of turns, section 6, and nothing of the rules.

import { lower, words } from './text.mjs';
import { tileForm } from './tiles.mjs';

const TILE = '(?:[0-9]{1,3}[A-Z]|[A-Z][0-9]{1,3})';
const TILES = `(?:${TILE}|\\?)(?:,(?:${TILE}|\\?))*`;
const PART = '(?:[a-z][a-z0-9_]{1,11}-)?(?:[stk][0-9]{1,4})+';
const PARTS = `${PART}(?:,${PART})*`;
const form = (source) => new RegExp(`^(?:${source})$`, 'i');

const NUMBER = /^0*([1-9][0-9]{0,8})[.:)]?$/;
const ZERO = /^0+[.:)]?$/;
export const HANDLE = /^(?!(?:bag|end|full|table)$)[a-z][a-z0-9_]{1,11}$/i;
const NAME = form('(?!(?:end|pass)$)[a-z][a-z0-9_]{1,11}');
const PLACEMENT = form(`(${TILE})(?:=([A-Z]))?|~?(?:\\.|-|pass)`);
const MERGER = form('([A-Z])x([A-Z]*)');
const DISPOSITION = form(
  `([A-Z])(?:\\^(${TILE}|\\?))?:(${PARTS})|([A-Z])\\^(${TILE}|\\?)|(${PARTS})`,
);
const MOVED = form('~([a-z][a-z0-9_]{1,11})?([+-])(?:([0-9]{1,12})|([A-Z]+))');
const BUYS = form('\\+([A-Z]*)|~\\+([A-Z]+)');
const BARE_BUYS = form('(?!(?:end|pass|x)$)([A-Z](?:[A-WYZ][A-Z]*)?)');
const LEFT = form(`~x(${TILE}(?:,${TILE})*)?`);
const ASIDE = form(`x(${TILES})?`);
const DRAWN = form(`\\^(${TILES})`);
const CASH = form('=(?:([a-z][a-z0-9_]{1,11}):)?(-?[0-9]{1,12})');
const GLYPH = /^(?:!!|!\?|\?!|\?\?|!|\?)$/;

// Where a token stands in a turn. What may stand several times has a rank in SEVERAL.
const RANK = {
  before: 0,
  placement: 1,
  merger: 2,
  dispositions: 3,
  moved: 4,
  buys: 5,
  end: 6,
  after: 7,
  left: 7,
  kept: 7,
  drawn: 8,
  undrawn: 8,
  cash: 9,
  glyph: 10,
  clock: 11,
  evaluation: 12,
  open: 13,
};
const SEVERAL = new Set([
  'before',
  'dispositions',
  'moved',
  'buys',
  'after',
  'left',
  'drawn',
  'cash',
]);

const tilesOf = (list) => list.split(',').map((word) => (word === '?' ? null : tileForm(word)));

function partOf(text) {
  const dash = text.indexOf('-');
  const part = { handle: dash < 0 ? null : lower(text.slice(0, dash)), s: 0, t: 0, k: null };
  for (const [, letter, number] of text.slice(dash + 1).matchAll(/([stk])([0-9]+)/gi)) {
    const which = letter.toLowerCase();
    part[which] = (part[which] ?? 0) + Number(number);
  }
  return part;
}

function tokenOf(word, seen) {
  const text = word.text;
  const { column } = word;
  let found;
  if (text === '..') return { kind: 'open', column };
  // s2 is a tile too, where no placement has been read yet.
  if ((found = PLACEMENT.exec(text)) && !(seen.placement && /^[stk][0-9]+$/i.test(text))) {
    const tile = found[1] ? tileForm(found[1]) : null;
    const marked = text[0] === '~';
    return { kind: 'placement', column, marked, tile, name: found[2]?.toUpperCase() ?? null };
  }
  if (/^~?end$/i.test(text)) return { kind: 'end', column, marked: text[0] === '~' };
  if (text === '~^') return { kind: 'undrawn', column, marked: true };
  if ((found = LEFT.exec(text))) {
    if (!found[1]) return { kind: 'kept', column, marked: true };
    return { kind: 'left', column, marked: true, tiles: tilesOf(found[1]) };
  }
  if ((found = ASIDE.exec(text))) {
    const early = found[1] !== undefined && seen.last <= RANK.before;
    return { kind: early ? 'before' : 'after', column, tiles: found[1] ? tilesOf(found[1]) : [] };
  }
  if ((found = MERGER.exec(text))) {
    const defunct = [...found[2].toUpperCase()];
    return { kind: 'merger', column, survivor: found[1].toUpperCase(), defunct };
  }
  if ((found = DISPOSITION.exec(text))) {
    const chain = (found[1] ?? found[4])?.toUpperCase() ?? null;
    const bank = found[2] ?? found[5];
    const list = found[3] ?? found[6];
    return {
      kind: 'dispositions',
      column,
      chain,
      bank: bank === undefined ? undefined : bank === '?' ? null : tileForm(bank),
      parts: list ? list.split(',').map(partOf) : [],
    };
  }
  if ((found = BUYS.exec(text) ?? BARE_BUYS.exec(text))) {
    const chains = [...(found[1] ?? found[2]).toUpperCase()];
    return { kind: 'buys', column, marked: text[0] === '~', chains };
  }
  if ((found = MOVED.exec(text)) && !/^0+$/.test(found[3] ?? '')) {
    return {
      kind: 'moved',
      column,
      marked: true,
      handle: found[1] === undefined ? null : lower(found[1]),
      sign: found[2] === '+' ? 1 : -1,
      money: found[3] === undefined ? 0 : Number(found[3]),
      chains: [...(found[4] ?? '').toUpperCase()],
    };
  }
  if (text[0] === '~') return { kind: 'irregular', column };
  if ((found = DRAWN.exec(text))) return { kind: 'drawn', column, tiles: tilesOf(found[1]) };
  if ((found = CASH.exec(text))) {
    return { kind: 'cash', column, handle: found[1]?.toLowerCase() ?? null, money: found[2] };
  }
  if (GLYPH.test(text)) return { kind: 'glyph', column, text };
  if (/^@./su.test(text)) return { kind: 'clock', column, text };
  if (/^%./su.test(text)) return { kind: 'evaluation', column, text };
  return null;
}

/** Whether a line before the first turn is one. */
export function beginsTurns(text, players) {
  const first = words(text.split('#', 1)[0])[0]?.text ?? '';
  return /^[0-9]/.test(first) || players.includes(lower(first)) || /^[.-]$/.test(first);
}

/** The turn of a line; `fault` holds what is wrong with its form. */
export function readTurn(line, players) {
  const hash = line.text.indexOf('#');
  const list = words(hash < 0 ? line.text : line.text.slice(0, hash));
  const turn = {
    line: line.number,
    column: list[0]?.column ?? 1,
    comment: hash < 0 ? null : line.text.slice(hash + 1).replace(/[ \t]+$/, ''),
    comments: [],
    fault: null,
    number: null,
    handle: null,
    placement: null,
    merger: null,
    end: null,
    kept: null,
    undrawn: null,
    marks: [],
    glyph: null,
    clock: null,
    evaluation: null,
    open: null,
  };
  for (const kind of SEVERAL) turn[kind] = [];
  const fail = (code, column) => {
    turn.fault = { code, column };
    return turn;
  };

  let at = 0;
  if (list[0] && ZERO.test(list[0].text)) return fail('E-number', list[0].column);
  const number = list[0] && NUMBER.exec(list[0].text);
  if (number) {
    turn.number = { value: Number(number[1]), column: list[0].column };
    at++;
  }
  if (list[at]) {
    const { text, column } = list[at];
    if (players.includes(lower(text))) {
      turn.handle = { text: lower(text), column };
      at++;
    } else if (NAME.test(text) && !tileForm(text) && !ASIDE.test(text)) {
      // Where nobody knows the players, only that is said.
      const later = list.slice(at + 1).map((word) => word.text);
      const placed = later.some((word) => PLACEMENT.test(word) && !/^[stk][0-9]+$/i.test(word));
      if (!players.length) at++;
      else if (placed) return fail('E-handle', column);
    }
  }

  const seen = { last: -1, placement: false };
  for (const word of list.slice(at)) {
    const token = tokenOf(word, seen);
    if (!token) return fail('E-token', word.column);
    const { kind, column } = token;
    if (kind === 'irregular') return fail('E-irregular', column);
    const several = SEVERAL.has(kind);
    if (!several && turn[kind]) return fail('E-token-twice', column);
    // The grammar lets shares follow the declaration.
    const late = kind === 'buys' && seen.last === RANK.end;
    if (RANK[kind] < seen.last && !late) return fail('E-order', column);
    seen.last = Math.max(seen.last, RANK[kind]);
    seen.placement ||= kind === 'placement';
    if (token.marked) turn.marks.push(column);
    if (several) turn[kind].push(token);
    else turn[kind] = token;
  }
  return turn;
}
