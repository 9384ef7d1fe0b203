// Files that must have no finding and be canonical: node canonical.mjs RULESETS-FOLDER FILE...
// Prints those that are not, then one line of JSON: how many there were, and how many failed.

import { readFileSync } from 'node:fs';
import { loadRulesets } from './rules.mjs';
import { readFile } from './reader.mjs';

const [folder, ...files] = process.argv.slice(2);
const rulesets = loadRulesets(folder);
let failed = 0;
for (const file of files) {
  const bytes = readFileSync(file);
  const { findings, canonical } = readFile(bytes, rulesets);
  const text = canonical?.map((line) => `${line}\n`).join('');
  if (!findings.length && text === bytes.toString('utf8')) continue;
  failed++;
  console.log(`FAILED ${file}: ${findings.length ? JSON.stringify(findings) : 'not canonical'}`);
}
console.log(JSON.stringify({ files: files.length, failed }));
process.exitCode = failed ? 1 : 0;
