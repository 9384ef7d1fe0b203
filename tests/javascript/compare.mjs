// What comes of many files: node compare.mjs RULESETS-FOLDER FILE, where FILE is a JSON array of texts.
// Prints one line of JSON: for each text its findings, its canonical lines, and where its games stop.

import { readFileSync } from 'node:fs';
import { loadRulesets } from './rules.mjs';
import { readFile } from './reader.mjs';

const [folder, file] = process.argv.slice(2);
const rulesets = loadRulesets(folder);
const out = JSON.parse(readFileSync(file, 'utf8')).map((text) => {
  const { findings, canonical, games } = readFile(Buffer.from(text, 'utf8'), rulesets);
  return {
    findings: findings.map(({ code, line, column }) => `${code} ${line}:${column}`),
    canonical,
    games,
  };
});
console.log(JSON.stringify(out));
