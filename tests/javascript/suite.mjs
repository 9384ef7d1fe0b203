// Runs the cases of the standard: node suite.mjs CASES-FOLDER RULESETS-FOLDER SHUFFLE-FILE
// Prints what fails, then one line of JSON: how many there were of each kind, and how many failed.

import { readFileSync, readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { loadRulesets } from './rules.mjs';
import { readFile } from './reader.mjs';
import { shuffled } from './tiles.mjs';

/** Findings as a sorted set; of those about one position the first one suffices. */
function setOf(findings) {
  const positions = new Set();
  const out = new Set();
  for (const { code, line, column } of findings) {
    if (code.startsWith('E-position')) {
      if (positions.has(`${code} ${line}`)) continue;
      positions.add(`${code} ${line}`);
    }
    out.add(`${code} ${line}:${column}`);
  }
  return [...out].sort();
}

function* differences(expected, actual, path) {
  if (isDeepStrictEqual(expected, actual)) return;
  const both = [expected, actual];
  if (both.every(Array.isArray)) {
    if (expected.length !== actual.length) {
      yield `${path}: ${expected.length} expected, ${actual.length} found`;
    }
    for (const [i, one] of expected.entries()) yield* differences(one, actual[i], `${path}[${i}]`);
  } else if (both.every((one) => one && typeof one === 'object' && !Array.isArray(one))) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      yield* differences(expected[key], actual[key], `${path}.${key}`);
    }
  } else yield `${path}:\n  expected ${JSON.stringify(expected)}\n  found    ${JSON.stringify(actual)}`;
}

function* runCase(path, valid, rulesets) {
  const twin = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  const read = readFile(readFileSync(`${path}.acq`), rulesets);
  yield* differences(setOf(twin.findings ?? []), setOf(read.findings), 'findings');
  if (!valid) return;
  yield* differences(twin.games, read.games, 'games');
  yield* differences(twin.canonical, read.canonical, 'canonical');
  if (!read.canonical) return;
  const again = Buffer.from(read.canonical.map((line) => `${line}\n`).join(''), 'utf8');
  yield* differences(read.canonical, readFile(again, rulesets).canonical, 'written again');
}

const [cases, folder, shuffle] = process.argv.slice(2);
const rulesets = loadRulesets(folder);
const counts = { shuffle: 0, valid: 0, invalid: 0, failed: 0 };

function report(name, lines) {
  if (!lines.length) return;
  counts.failed++;
  console.log(`FAILED ${name}`);
  for (const line of lines) console.log(`  ${line}`);
}

for (const vector of JSON.parse(readFileSync(shuffle, 'utf8')).vectors) {
  counts.shuffle++;
  const bag = shuffled(vector.seed, vector.rows * vector.columns).map((tile) => {
    const row = String.fromCharCode(65 + Math.floor(tile / vector.columns));
    return `${(tile % vector.columns) + 1}${row}`;
  });
  report(`shuffle ${vector.seed}`, [...differences(vector.bag, bag.join(' '), 'bag')]);
}
for (const kind of ['valid', 'invalid']) {
  for (const file of readdirSync(`${cases}/${kind}`).sort()) {
    if (!file.endsWith('.acq')) continue;
    counts[kind]++;
    const path = `${cases}/${kind}/${file.slice(0, -4)}`;
    let lines;
    try {
      lines = [...runCase(path, kind === 'valid', rulesets)];
    } catch (error) {
      lines = [error.stack];
    }
    report(`${kind} ${file.slice(0, -4)}`, lines);
  }
}
console.log(JSON.stringify(counts));
process.exitCode = counts.failed ? 1 : 0;
