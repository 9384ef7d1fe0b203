// Rulesets from their TOML files, the knobs that a record may set, prices and bonuses.

import { readFileSync, readdirSync } from 'node:fs';

/** As much of TOML as rulesets use. */
export function parseToml(source) {
  let at = 0;
  const root = {};
  let table = root;

  function skip(lineEnds) {
    for (;;) {
      const sign = source[at];
      if (sign === '#') while (at < source.length && source[at] !== '\n') at++;
      else if (sign === ' ' || sign === '\t' || (lineEnds && (sign === '\n' || sign === '\r'))) at++;
      else return;
    }
  }
  function expect(sign) {
    skip(false);
    if (source[at] !== sign) throw new Error(`TOML: ${sign} expected at ${at}`);
    at++;
  }
  function key() {
    const path = [];
    do {
      if (path.length) at++;
      skip(false);
      const found = /^(?:"([^"]*)"|([A-Za-z0-9_-]+))/.exec(source.slice(at, at + 200));
      if (!found) throw new Error(`TOML: key expected at ${at}`);
      at += found[0].length;
      path.push(found[1] ?? found[2]);
      skip(false);
    } while (source[at] === '.');
    return path;
  }
  function put(target, path, value) {
    for (const step of path.slice(0, -1)) target = target[step] ??= {};
    target[path.at(-1)] = value;
  }
  function list(close, item) {
    at++;
    for (;;) {
      skip(true);
      if (source[at] === close) break;
      item();
      skip(true);
      if (source[at] === ',') at++;
    }
    at++;
  }
  function value() {
    skip(false);
    if (source[at] === '"') {
      const end = source.indexOf('"', at + 1);
      const text = source.slice(at + 1, end);
      at = end + 1;
      return text;
    }
    if (source[at] === '[') {
      const items = [];
      list(']', () => items.push(value()));
      return items;
    }
    if (source[at] === '{') {
      const inner = {};
      list('}', () => {
        const path = key();
        expect('=');
        put(inner, path, value());
      });
      return inner;
    }
    const number = /^-?[0-9]+/.exec(source.slice(at, at + 20));
    if (!number) throw new Error(`TOML: value expected at ${at}`);
    at += number[0].length;
    return Number(number[0]);
  }

  for (skip(true); at < source.length; skip(true)) {
    if (source[at] === '[') {
      at++;
      const path = key();
      expect(']');
      table = root;
      for (const step of path) table = table[step] ??= {};
    } else {
      const path = key();
      expect('=');
      put(table, path, value());
    }
  }
  return root;
}

const whole = (low, high, step = 1) => (word) => {
  if (!/^[0-9]{1,7}$/.test(word)) return null;
  const number = Number(word);
  return number >= low && number <= high && number % step === 0 ? number : null;
};
const oneOf =
  (...allowed) =>
  (word) =>
    allowed.includes(word) ? word : null;

function boardOf(word) {
  const found = /^([0-9]{1,2})x([0-9]{1,2})$/.exec(word);
  if (!found) return null;
  const [rows, columns] = [Number(found[1]), Number(found[2])];
  if (rows < 2 || rows > 26 || columns < 2 || columns > 40 || rows * columns > 1040) return null;
  return `${rows}x${columns}`;
}

/** Every knob, in the order of the table in section 13, with what its word means or null. */
export const KNOBS = {
  board: boardOf,
  'min-players': whole(1, 6),
  'max-players': whole(1, 6),
  cash: whole(0, 1000000, 100),
  hand: whole(1, 12),
  'start-order': oneOf('rows', 'columns'),
  'turn-order': oneOf('seats', 'closeness'),
  shares: whole(1, 99),
  bonuses: oneOf('two', 'three'),
  'sole-holder': oneOf('first+second', 'first+third'),
  rounding: oneOf('up', 'nearest'),
  'founder-none': oneOf('nothing', 'cash'),
  'max-buys': whole(0, 7),
  safe: whole(2, 9999),
  end: whole(2, 9999),
  'all-safe-end': oneOf('on-board', 'seven', 'never'),
  dead: oneOf('once', 'optional', 'repeat', 'whole-hand', 'never'),
  draw: oneOf('before-dead', 'after-dead'),
  'bank-holder': oneOf('never', 'two-players', 'always'),
  stall: oneOf('no-change', 'no-placement'),
  holdings: oneOf('open', 'closed'),
};

/** The knobs of which one does not go with another, none if all do. */
export function together(knobs) {
  const clashes = [];
  if (knobs['sole-holder'] === 'first+third' && knobs.bonuses !== 'three') {
    clashes.push(['sole-holder', 'bonuses']);
  }
  if (knobs['min-players'] > knobs['max-players']) clashes.push(['min-players', 'max-players']);
  return clashes;
}

export function loadRulesets(folder) {
  const files = new Map();
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.toml')) continue;
    const data = parseToml(readFileSync(`${folder}/${file}`, 'utf8'));
    files.set(data.name, data);
  }
  const charts = new Map();
  for (const file of readdirSync(`${folder}/charts`)) {
    const data = parseToml(readFileSync(`${folder}/charts/${file}`, 'utf8'));
    charts.set(file.replace(/\.toml$/, ''), data);
  }
  const rulesets = new Map();
  for (const data of files.values()) {
    const lineage = [];
    for (let one = data; one; one = files.get(one.base)) lineage.unshift(one);
    const knobs = {};
    let chart = 'published';
    let chains = [];
    for (const one of lineage) {
      for (const name of Object.keys(KNOBS)) {
        if (one[name] !== undefined) knobs[name] = one[name].value ?? one[name];
      }
      chart = one.chart?.value ?? chart;
      chains = one.chains?.value ?? chains;
    }
    rulesets.set(data.name, {
      name: data.name,
      revision: data.revision,
      knobs,
      chart: charts.get(chart),
      chains,
    });
  }
  return rulesets;
}

/** A ruleset with the knobs of one game: everything that play asks of the rules. */
export class Rules {
  constructor(ruleset, overrides) {
    this.title = `${ruleset.name}@${ruleset.revision}`;
    this.knobs = { ...ruleset.knobs, ...overrides };
    [this.rows, this.columns] = this.knobs.board.split('x').map(Number);
    this.squares = this.rows * this.columns;
    this.chart = ruleset.chart;
    const tiers = Object.keys(ruleset.chart).filter((key) => key !== 'sizes');
    const chains = [...ruleset.chains].sort((a, b) => tiers.indexOf(a[2]) - tiers.indexOf(b[2]));
    this.chains = chains.map((chain) => chain[0]);
    this.tierOf = new Map(chains.map((chain) => [chain[0], chain[2]]));
    this.fewest = this.chart.sizes.map((words) => parseInt(words, 10));
  }

  /** Chains in the order of the chart. */
  sorted(chains) {
    return this.chains.filter((chain) => [...chains].includes(chain));
  }

  figure(chain, size) {
    let column = 0;
    while (column + 1 < this.fewest.length && size >= this.fewest[column + 1]) column++;
    const tier = this.chart[this.tierOf.get(chain)];
    const bonuses = tier[this.knobs.bonuses];
    return {
      price: tier.price[column],
      first: bonuses.first[column],
      second: bonuses.second[column],
      third: bonuses.third?.[column] ?? 0,
    };
  }

  price(chain, size) {
    return this.figure(chain, size).price;
  }

  split(money, among) {
    if (among === 1) return money;
    const hundreds = money / among / 100;
    const rounded = this.knobs.rounding === 'up' ? Math.ceil(hundreds) : Math.floor(hundreds + 0.5);
    return rounded * 100;
  }

  /** What each holder gets of the bonuses of a chain; `held` by holder, zero is no holder. */
  bonuses(chain, size, held) {
    const { first, second, third } = this.figure(chain, size);
    const paid = held.map(() => 0);
    const counts = [...new Set(held.filter((count) => count > 0))].sort((a, b) => b - a);
    const ranks = counts.map((count) => held.flatMap((one, who) => (one === count ? [who] : [])));
    const pay = (rank, money) => {
      for (const who of rank ?? []) paid[who] += this.split(money, rank.length);
    };
    if (!ranks.length) return paid;
    if (ranks.length === 1 && ranks[0].length === 1) {
      pay(ranks[0], first + (this.knobs['sole-holder'] === 'first+third' ? third : second));
    } else if (this.knobs.bonuses === 'two') {
      pay(ranks[0], ranks[0].length > 1 ? first + second : first);
      if (ranks[0].length === 1) pay(ranks[1], second);
    } else if (ranks[0].length > 1) {
      pay(ranks[0], first + second);
      pay(ranks[1], third);
    } else {
      pay(ranks[0], first);
      if (ranks[1]?.length > 1) pay(ranks[1], second + third);
      else {
        pay(ranks[1], second);
        pay(ranks[2], third);
      }
    }
    return paid;
  }
}
