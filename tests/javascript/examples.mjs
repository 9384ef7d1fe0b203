// Runs the examples of the specification: node examples.mjs SPEC RULESETS-FOLDER
// Prints what fails, then one line of JSON: how many there were of each kind, and how many failed.

import { readFileSync } from 'node:fs';
import { loadRulesets, Rules } from './rules.mjs';
import { readFile } from './reader.mjs';
import { readPosition, positionText } from './position.mjs';
import { readTurn } from './turn.mjs';
import { shuffled } from './tiles.mjs';

const [spec, folder] = process.argv.slice(2);
const rulesets = loadRulesets(folder);
const counts = { failed: 0 };
const bytes = (text) => Buffer.from(text.replaceAll('\u241b', '\u001b'), 'utf8');
const written = (read) => read.canonical?.map((line) => `${line}\n`).join('') ?? null;
const listed = (findings) =>
  findings.map(({ code, line, column }) => `${code} ${line}:${column}`).join(', ');

/** What a turn says, whatever way it is spelled and wherever its tokens stand. */
function meaning(text) {
  const turn = readTurn({ text, number: 1 }, ['ann', 'bob']);
  const parts = turn.dispositions.flatMap((clause) =>
    clause.parts.map((part) => ({ chain: clause.chain, ...part })),
  );
  return JSON.stringify({
    fault: turn.fault,
    placement: [turn.placement?.tile ?? null, turn.placement?.name ?? null],
    merger: [turn.merger?.survivor, turn.merger?.defunct],
    parts,
    buys: turn.buys.flatMap((token) => token.chains).sort(),
    aside: [...turn.before, ...turn.after].flatMap((token) => token.tiles),
    drawn: turn.drawn.flatMap((token) => token.tiles),
    cash: turn.cash.map(({ handle, money }) => [handle, money]),
    marks: [turn.glyph?.text, turn.clock?.text, turn.evaluation?.text],
    end: Boolean(turn.end),
    open: Boolean(turn.open),
  });
}

function* check(kind, title, text, next) {
  if (kind === 'acq' && ['valid', 'canonical', 'lax', 'invalid'].includes(title[0])) {
    const read = readFile(bytes(text), rulesets);
    const expected = title[0] === 'invalid' ? title.slice(1).join(' ') : '';
    const all = title[0] === 'invalid';
    const errors = listed(read.findings.filter(({ code }) => all || code.startsWith('E-')));
    if (errors !== expected) yield `${expected || 'no error'} expected, ${errors || 'none'} found`;
    if (title[0] === 'canonical' && written(read) !== text) yield `written:\n${written(read)}`;
    if (title[0] === 'lax' && written(read) !== next) yield `written:\n${written(read)}`;
  } else if (kind === 'same') {
    for (const line of text.trim().split('\n')) {
      const [one, other] = line.split(' == ');
      if (meaning(one) !== meaning(other)) yield line;
    }
  } else if (kind === 'position') {
    const rules = new Rules(rulesets.get(title[0]), {});
    for (const line of text.trim().split('\n')) {
      const found = [];
      const state = readPosition({ value: line, column: 1, line: 1 }, rules, found);
      if (!state) yield `${line}: ${listed(found)}`;
      else if (positionText(state) !== line) yield `${line}\n  written ${positionText(state)}`;
    }
  } else if (kind === 'shuffle') {
    for (const line of text.trim().split('\n')) {
      const [, rows, columns, seed, start] = /^(\d+)x(\d+) (.*): (.*)$/.exec(line);
      const bag = shuffled(seed, rows * columns).map(
        (tile) => (tile % columns) + 1 + String.fromCharCode(65 + Math.floor(tile / columns)),
      );
      if (!`${bag.join(' ')} `.startsWith(`${start} `)) yield `${line}: ${bag.join(' ')}`;
    }
  } else yield `nobody knows what ${kind} ${title.join(' ')} means`;
}

const blocks = [...readFileSync(spec, 'utf8').matchAll(/^```(\w+)(.*)\n([^]*?)^```$/gm)];
for (const [i, [, kind, title, text]] of blocks.entries()) {
  const name = title.trim().split(' ');
  const label = kind === 'acq' ? name[0] : kind;
  counts[label] = (counts[label] ?? 0) + 1;
  const lines = [...check(kind, name, text, blocks[i + 1]?.[3])];
  if (!lines.length) continue;
  counts.failed++;
  console.log(`FAILED ${kind} ${name.join(' ')}\n${text}  ${lines.join('\n  ')}`);
}
console.log(JSON.stringify(counts));
process.exitCode = counts.failed ? 1 : 0;
