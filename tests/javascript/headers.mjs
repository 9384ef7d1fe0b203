// The headers of one game: rules, players and the state with which it begins. Sections 4 and 5.

import { LIST, finding, lower, words } from './text.mjs';
import { HANDLE } from './turn.mjs';
import { Hand, State } from './state.mjs';
import { KNOBS, Rules, together } from './rules.mjs';
import { commitment, shuffled, tileForm, tileIndex, tileName } from './tiles.mjs';
import { readPosition } from './position.mjs';

export const KNOWN = [
  'ruleset',
  'rules',
  'players',
  'name',
  'event',
  'site',
  'date',
  'round',
  'start',
  'first',
  'hand',
  'view',
  'commit',
  'shuffle',
  'seed',
  'bag',
  'position',
];
const BY_PLAYER = ['name', 'hand'];

/** `name.ann` as its base and its handle; a key that is unknown has no base. */
export function keyParts(key) {
  const dot = key.indexOf('.');
  const base = dot < 0 ? key : key.slice(0, dot);
  const handle = dot < 0 ? null : key.slice(dot + 1);
  if (BY_PLAYER.includes(base) && handle) return { base, handle };
  return KNOWN.includes(key) && !BY_PLAYER.includes(key) ? { base, handle: null } : { base: null };
}

const tileWords = (header) => words(header.value, header.column, LIST);

export class Opening {
  constructor(game, rulesets, found) {
    this.game = game;
    this.rulesets = rulesets;
    this.found = found;
    this.headers = new Map(game.headers.map((header) => [header.key, header]));
  }

  fail(code, header, column = header.column) {
    this.found.push(finding(code, header.line, column));
    return null;
  }

  get(key) {
    return this.headers.get(key);
  }

  /** The state before the first turn, or null. */
  read() {
    this.rules = this.readRules();
    const players = this.get('players');
    if (!players) this.found.push(finding('E-players', this.game.line, 1));
    if (!this.rules || !players) return null;
    this.players = this.game.players;
    const { knobs } = this.rules;
    const seats = this.players.length;
    if (seats < knobs['min-players'] || seats > knobs['max-players']) {
      return this.fail('E-players', players);
    }
    const before = this.found.length;
    for (const header of this.game.headers) {
      const { handle } = keyParts(header.key);
      if (handle && !this.players.includes(handle)) this.fail('E-handle', header);
    }
    this.view();
    const commit = this.get('commit');
    const committed = commit && /^(sha256:[0-9a-f]{64})(?: ([^ \t]+))?$/u.exec(commit.value);
    if (commit && !committed) this.fail('E-value', commit);
    const state = this.get('position') ? this.fromPosition() : this.fromBeginning();
    if (committed?.[2] && this.bag && !this.bag.includes(null)) {
      if (this.bag.length === this.rules.squares) {
        const text = this.bag.map((tile) => tileName(tile, this.rules)).join(' ');
        const digest = `sha256:${commitment(committed[2], text)}`;
        if (digest !== committed[1]) this.fail('E-commit', commit);
      }
    }
    const faults = this.found.slice(before).filter(({ code }) => !/^(?:W-|E-seed|E-commit)/.test(code));
    return faults.length ? null : state;
  }

  readRules() {
    const header = this.get('ruleset');
    let ruleset = this.rulesets.get('classic');
    if (!header) this.found.push(finding('W-ruleset', this.game.line, 1));
    else {
      const word = /^([a-z0-9][a-z0-9_.-]{0,63})(?:@([0-9]{1,6}))?$/i.exec(header.value);
      ruleset = word && this.rulesets.get(lower(word[1]));
      const revision = word?.[2] === undefined ? ruleset?.revision : Number(word[2]);
      if (!ruleset || ruleset.revision !== revision) return this.fail('E-ruleset', header);
    }
    const rules = this.get('rules');
    this.overrides = {};
    if (!rules) return new Rules(ruleset, {});
    const before = this.found.length;
    const list = words(rules.value, rules.column, LIST);
    const keyOf = ({ text }) => lower(text.split('=')[0]);
    const shapeless = list.filter(
      (word, i) =>
        !word.text.includes('=') || list.findIndex((one) => keyOf(one) === keyOf(word)) < i,
    );
    for (const { column } of shapeless) this.fail('E-rules', rules, column);
    if (shapeless.length) return null;
    const columns = {};
    for (const { text, column } of list) {
      const [key, word] = lower(text).split('=');
      const known = Object.hasOwn(KNOBS, key) ? KNOBS[key](word) : null;
      if (known === null) this.fail('E-rules', rules, column);
      else {
        this.overrides[key] = known;
        columns[key] = column;
      }
    }
    const made = new Rules(ruleset, this.overrides);
    for (const clash of together(made.knobs)) {
      const key = clash.find((one) => one in columns);
      this.fail('E-rules', rules, columns[key]);
    }
    return this.found.length > before ? null : made;
  }

  view() {
    const header = this.get('view');
    if (!header) return;
    const word = lower(header.value);
    if (!['full', 'table', ...this.players].includes(word)) this.fail('E-value', header);
  }

  fromPosition() {
    let besides = false;
    for (const [key, header] of this.headers) {
      const { base } = keyParts(key);
      if (['bag', 'seed', 'shuffle', 'start', 'first', 'hand'].includes(base)) {
        const who = keyParts(key).handle;
        besides = true;
        if (!who || this.players.includes(who)) this.fail(`E-${base}`, header);
      }
    }
    const header = this.get('position');
    const state = readPosition(header, this.rules, this.found);
    if (!state) return null;
    const { players } = this;
    const strange = state.order.some((handle) => !players.includes(handle));
    const begins = ['place', 'buy'].includes(state.phase);
    if (strange || state.order.length !== players.length || !begins) {
      return this.fail('E-position', header);
    }
    return besides ? null : state;
  }

  /** The tiles of a header, null for an unknown one; null instead of all if one is none. */
  tiles(header) {
    let right = true;
    const out = [];
    for (const { text, column } of tileWords(header)) {
      const tile = text === '?' ? null : tileIndex(tileForm(text), this.rules);
      if (text !== '?' && tile === null) {
        this.fail('E-tile', header, column);
        right = false;
      } else if (tile !== null && out.some((one) => one.tile === tile)) {
        this.fail('E-tile-twice', header, column);
        right = false;
      } else out.push({ tile, column });
    }
    return right ? out : null;
  }

  readBag() {
    const { rules } = this;
    const [header, seed, shuffle] = [this.get('bag'), this.get('seed'), this.get('shuffle')];
    const known = !shuffle || lower(shuffle.value) === 'sha256-1';
    const made = seed && known ? shuffled(seed.value, rules.squares) : null;
    if (seed && !known && !header) this.fail('E-shuffle', shuffle);
    if (!header) {
      this.bag = made;
      return true;
    }
    const list = this.tiles(header);
    if (!list) return false;
    if (list.length > rules.squares) {
      this.fail('E-bag', header);
      return false;
    }
    this.bag = list.map(({ tile }) => tile);
    const other = made && list.find(({ tile }, i) => tile !== null && tile !== made[i]);
    if (other) this.fail('E-seed', header, other.column);
    return true;
  }

  readStart() {
    const header = this.get('start');
    if (!header) return undefined;
    const tiles = this.players.map(() => null);
    const columns = [];
    let right = true;
    const list = words(header.value, header.column, LIST);
    const shapeless = list.find(
      ({ text }) => !HANDLE.test(text.split('=')[0]) || !tileForm(text.split('=')[1] ?? ''),
    );
    if (shapeless) return this.fail('E-start', header, shapeless.column);
    for (const { text, column } of list) {
      const [, name, word] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
      const seat = name === undefined ? -1 : this.players.indexOf(lower(name));
      const tile = seat < 0 ? null : tileIndex(tileForm(word), this.rules);
      let code = null;
      if (tile === null || tiles[seat] !== null) code = 'E-start';
      else if (tiles.includes(tile)) code = 'E-tile-twice';
      if (code) {
        this.fail(code, header, column);
        right = false;
      } else {
        tiles[seat] = tile;
        columns[seat] = column;
      }
    }
    if (right && tiles.includes(null)) {
      this.fail('E-start', header);
      right = false;
    }
    return right ? { header, tiles, columns } : null;
  }

  fromBeginning() {
    const { rules, players } = this;
    const seats = players.length;
    const bagRead = this.readBag();
    const start = this.readStart();
    const first = this.get('first');
    const firstSeat = first ? players.indexOf(lower(first.value)) : -1;
    if (first && firstSeat < 0) this.fail('E-first', first);
    const hands = new Map();
    let handsRead = true;
    for (const handle of players) {
      const header = this.get(`hand.${handle}`);
      if (!header) continue;
      const list = this.tiles(header);
      if (list) hands.set(handle, { header, list });
      else handsRead = false;
    }
    if (!bagRead || start === null || (first && firstSeat < 0) || !handsRead) return null;

    let startTiles = start?.tiles ?? null;
    if (this.bag) {
      const drawn = players.map((_, seat) => this.bag[seat] ?? null);
      if (start) {
        const seat = start.tiles.findIndex((tile, i) => {
          const elsewhere = this.bag.indexOf(tile);
          return drawn[i] === null ? elsewhere >= 0 : drawn[i] !== tile;
        });
        if (seat >= 0) return this.fail('E-start', start.header, start.columns[seat]);
      } else if (drawn.includes(null)) {
        return this.fail('E-start', this.get('bag') ?? this.get('seed'));
      } else startTiles = drawn;
    }

    const seatsInOrder = players.map((_, seat) => seat);
    let order = seatsInOrder;
    if (startTiles) {
      const near = (seat) => {
        const tile = startTiles[seat];
        if (rules.knobs['start-order'] === 'rows') return tile;
        return (tile % rules.columns) * rules.rows + Math.floor(tile / rules.columns);
      };
      const ranked = [...seatsInOrder].sort((a, b) => near(a) - near(b));
      order = rules.knobs['turn-order'] === 'closeness' ? ranked : this.from(ranked[0]);
      if (first && firstSeat !== ranked[0]) return this.fail('E-first', first);
    } else if (first) order = this.from(firstSeat);

    const state = new State(
      rules,
      order.map((seat) => players[seat]),
    );
    for (const tile of startTiles ?? []) state.board[tile] = 'o';
    const list = (this.bag ?? []).slice(seats);
    const lying = startTiles ? seats : 0;
    state.bag = { list, tail: rules.squares - lying - list.length };
    return this.deal(state, hands) ? state : null;
  }

  from(seat) {
    return this.players.map((_, i) => (seat + i) % this.players.length);
  }

  /** Every player takes a full hand; what `hand.HANDLE:` tells must agree with it. */
  deal(state, hands) {
    const { rules } = this;
    const dealt = state.order.map(() => {
      const count = Math.min(rules.knobs.hand, state.bagSize);
      return Array.from({ length: count }, () => {
        if (state.bag.list.length) return state.bag.list.shift();
        state.bag.tail--;
        return null;
      });
    });
    let right = true;
    const refuse = (code, header, column) => {
      this.fail(code, header, column);
      right = false;
    };
    const everywhere = new Set(dealt.flat().filter((tile) => tile !== null));
    state.order.forEach((handle, player) => {
      const tiles = dealt[player];
      const known = new Set(tiles.filter((tile) => tile !== null));
      let unknown = tiles.length - known.size;
      const told = hands.get(handle);
      if (told) {
        const { header, list } = told;
        if (list.length !== tiles.length) return refuse('E-hand', header);
        const blanks = list.filter(({ tile }) => tile === null).length;
        const missing = [...known].filter((tile) => !list.some((one) => one.tile === tile));
        for (const { tile, column } of list) {
          if (tile === null || known.has(tile)) continue;
          if (everywhere.has(tile) || state.board[tile] !== '.') {
            return refuse(this.bag ? 'E-hand' : 'E-tile-twice', header, column);
          }
          if (state.bag.list.includes(tile) || unknown === 0) return refuse('E-hand', header, column);
          known.add(tile);
          everywhere.add(tile);
          unknown--;
        }
        if (missing.length > blanks) return refuse('E-hand', header);
      }
      state.hands[player] = new Hand(known, unknown);
    });
    state.count();
    return right;
  }
}
