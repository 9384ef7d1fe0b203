// Tiles, and the bag that a seed makes of them. A tile is its index in reading order.

import { createHash } from 'node:crypto';

const FORM = /^(?:([0-9]{1,3})([A-Z])|([A-Z])([0-9]{1,3}))$/i;

/** Column and row of a word in the form of a tile, or null. */
export function tileForm(word) {
  const found = FORM.exec(word);
  if (!found) return null;
  const column = Number(found[1] ?? found[4]);
  const row = (found[2] ?? found[3]).toUpperCase().charCodeAt(0) - 64;
  return { column, row };
}

export function tileIndex(form, rules) {
  if (!form || form.column < 1 || form.column > rules.columns || form.row > rules.rows) return null;
  return (form.row - 1) * rules.columns + form.column - 1;
}

export function tileName(tile, rules) {
  const row = String.fromCharCode(65 + Math.floor(tile / rules.columns));
  return `${(tile % rules.columns) + 1}${row}`;
}

export function neighbours(tile, rules) {
  const column = tile % rules.columns;
  const out = [];
  if (tile >= rules.columns) out.push(tile - rules.columns);
  if (column > 0) out.push(tile - 1);
  if (column < rules.columns - 1) out.push(tile + 1);
  if (tile + rules.columns < rules.squares) out.push(tile + rules.columns);
  return out;
}

/** Section 14: the tiles of a board of that many squares, in the order in which they are drawn. */
export function shuffled(seed, squares) {
  let counter = 0;
  let block = null;
  let at = 32;
  function word() {
    if (at === 32) {
      const input = Buffer.from(`acquire-bag-1\n${seed}\n${counter++}`, 'utf8');
      block = createHash('sha256').update(input).digest();
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4);
  }
  const bag = Array.from({ length: squares }, (_, tile) => tile);
  for (let last = squares - 1; last >= 1; last--) {
    const limit = 2 ** 32 - (2 ** 32 % (last + 1));
    let drawn = word();
    while (drawn >= limit) drawn = word();
    const other = drawn % (last + 1);
    [bag[last], bag[other]] = [bag[other], bag[last]];
  }
  return bag;
}

export function commitment(salt, bag) {
  const input = Buffer.from(`acquire-commit-1\n${salt}\n${bag}`, 'utf8');
  return createHash('sha256').update(input).digest('hex');
}
