// The rules of play: what one turn of a record does to a state.

import { Hand } from './state.mjs';
import { tileIndex } from './tiles.mjs';

/** A turn breaks a rule. */
export class Refused extends Error {
  constructor(code, column) {
    super(code);
    this.code = code;
    this.column = column;
  }
}

// Shares of one chain that one token may move.
const MOST_AT_ONCE = 7;

/** An open turn waits for an answer. */
class Waits extends Error {}

/** One turn, from the reading of its tokens to the next player. */
class Turn {
  constructor(state, turn) {
    this.state = state;
    this.rules = state.rules;
    this.turn = turn;
    this.player = state.actor;
    this.hand = state.hands[state.actor];
    this.events = [];
    this.begins = state.phase;
    this.before = [...turn.before];
    this.after = [...turn.after];
    if (this.begins === 'buy') {
      this.after = [...this.before, ...this.after];
      this.before = [];
    }
    this.told = turn.drawn.flatMap((token) => token.tiles.map((tile) => ({ tile, token })));
    this.draws = [];
    this.answers = turn.dispositions.flatMap((clause) =>
      clause.parts.map((part) => ({ ...part, clause })),
    );
    this.bankWords = turn.dispositions.filter((clause) => clause.bank !== undefined);
    this.bankTold = [];
    this.out = {
      counted: this.hand.size !== null,
      redraws: [],
      placement: null,
      survivor: null,
      begun: [],
      clauses: [],
      bought: [],
      passed: null,
      moved: [],
      beyond: false,
      end: false,
      early: false,
      left: [],
      aside: [],
    };
  }

  say(event, members) {
    this.events.push({ event, ...members });
    return this.events.at(-1);
  }

  handle(player) {
    return this.state.order[player];
  }

  refuse(code, column) {
    throw new Refused(code, column);
  }

  /** What stands behind the question that is open now. */
  get goesOn() {
    const { turn } = this;
    return (
      this.answers.length ||
      this.bankWords.length ||
      turn.moved.length ||
      this.ends
    );
  }

  /** What stands behind the purchase, or is one. */
  get ends() {
    const { turn } = this;
    return turn.buys.length || turn.end || this.after.length;
  }

  waits(phase, members = {}) {
    Object.assign(this.state, { phase, ...members });
    throw new Waits();
  }

  /** A choice that nobody has written down: the turn waits, or leaves something out. */
  missing(phase, members, code = 'E-incomplete', column = this.lastColumn) {
    if (this.turn.open && !this.goesOn) this.waits(phase, members);
    this.refuse(code, column);
  }

  get lastColumn() {
    return (this.turn.merger ?? this.turn.placement ?? this.turn).column;
  }

  tile(form) {
    return tileIndex(form, this.rules);
  }

  play() {
    const { state, turn } = this;
    if (state.reason) this.refuse('E-over', 1);
    if (turn.number && turn.number.value !== state.turns + 1) {
      this.refuse('E-number', turn.number.column);
    }
    if (turn.handle && turn.handle.text !== this.handle(this.player)) {
      this.refuse('E-turn', turn.handle.column);
    }
    if (this.told.some(({ tile }) => tile !== null && this.tile(tile) === null)) {
      this.refuse('E-no-square', turn.drawn[0].column);
    }
    state.turns++;
    const start = { board: [...state.board], hand: new Hand(this.hand.known, this.hand.unknown) };
    const bag = { list: [...state.bag.list], tail: state.bag.tail };
    let over = true;
    try {
      if (this.begins === 'place') {
        state.changed = false;
        this.redraw();
        this.place();
      } else if (turn.placement) this.refuse('E-phase', turn.placement.column);
      this.leftovers();
      this.irregular();
      this.buy();
      this.declare();
      this.finish();
    } catch (stop) {
      if (!(stop instanceof Waits)) throw stop;
      this.judgeBank();
      over = false;
    }
    if (this.told.length) this.refuse('E-drawn', this.turn.drawn[0].column);
    const assertion = this.asserted();
    if (over) this.next();
    else if (state.phase === 'place') {
      // A position that waits for a placement is that before any redraw.
      state.board = start.board;
      state.hands[this.player] = start.hand;
      state.bag = bag;
    }
    state.count();
    this.out.open = !over;
    return { assertion };
  }

  asserted() {
    for (const { handle, money, column } of this.turn.cash) {
      if (this.strange({ handle })) this.refuse('E-handle', column);
      const player = handle === null ? this.player : this.state.order.indexOf(handle);
      if (Number(money) !== this.state.cash[player]) return { code: 'E-assert', column };
    }
    return null;
  }

  // ---- tiles into the hand and out of it ----

  /** The hand is filled from the bag; one that nobody has counted with `most` tiles at most. */
  fill(most = Infinity) {
    const { state, hand } = this;
    const { knobs } = this.rules;
    let missing = knobs.hand - (hand.size ?? hand.known.length);
    if (hand.size === null) {
      if (state.bagSize !== 0) {
        if (!this.turn.drawn.length) state.bag = { list: [], tail: null };
        if (knobs.stall === 'no-change') state.changed = true;
      }
      missing = Math.min(this.told.length, missing, most);
    }
    missing = Math.min(missing, state.bagSize ?? state.unaccounted);
    const toldAtAll = this.turn.drawn.length > 0;
    for (let i = 0; i < missing; i++) {
      if (toldAtAll && !this.told.length) this.refuse('E-drawn', this.turn.drawn[0].column);
      this.draw(this.told.shift());
    }
  }

  /** What has left an uncounted hand before the first look at it, as if it had been full. */
  get lacking() {
    return this.out.left.length + (this.state.changed ? 1 : 0);
  }

  draw(told) {
    const { bag } = this.state;
    let tile = null;
    const fromBag = bag.list.length > 0;
    if (fromBag) tile = bag.list.shift();
    else if (bag.tail !== null) bag.tail--;
    const told_ = told?.tile ?? null;
    if (told_ !== null) {
      const index = this.tile(told_);
      const fits = tile === null ? this.state.unseen(index) : tile === index;
      if (!fits) this.refuse('E-drawn', this.turn.drawn[0].column);
      this.draws.push({ tile: index, news: tile === null });
      tile = index;
    } else this.draws.push({ tile, news: false });
    this.hand.add(tile);
    if (this.rules.knobs.stall === 'no-change') this.state.changed = true;
    this.say('drew', { player: this.handle(this.player), tile });
  }

  /** Whether a tile can be in the hand: what is told to be drawn later is not there yet. */
  mayHold(tile) {
    if (this.hand.known.includes(tile)) return true;
    const later = this.told.some(({ tile: form }) => this.tile(form) === tile);
    return !later && this.state.mayHold(this.player, tile);
  }

  setAside(tile) {
    this.hand.remove(tile);
    this.state.board[tile] = 'x';
    if (this.rules.knobs.stall === 'no-change') this.state.changed = true;
    this.say('set-aside', { player: this.handle(this.player), tile });
  }

  redraw() {
    const { state, hand, rules } = this;
    const unplayable = (tile) => !state.playable(tile);
    for (;;) {
      const token = this.before.shift();
      const refuse = (code) => this.refuse(code, token.column);
      if (rules.knobs.dead !== 'whole-hand') {
        if (token) refuse('E-no-redraw');
        return;
      }
      const stuck = hand.known.every(unplayable);
      const possible = stuck && state.bagSize !== 0 && hand.size !== 0;
      if (hand.unknown === 0) {
        if (!possible) {
          if (token) refuse(stuck && state.bagSize === 0 ? 'E-bag-empty' : 'E-no-redraw');
          return;
        }
        if (token) {
          const tiles = token.tiles.map((form) => this.tile(form));
          for (const tile of tiles) {
            if (tile === null) refuse('E-no-square');
            if (state.board[tile] === '.' && state.playable(tile)) refuse('E-playable');
            if (!hand.known.includes(tile)) refuse('E-not-in-hand');
          }
          if (tiles.length !== hand.known.length) refuse('E-aside');
          if (tiles.some((tile, i) => tile !== hand.known[i])) refuse('E-aside-order');
        }
        this.exchange(hand.known);
        continue;
      }
      if (!token) return;
      if (state.bagSize === 0) refuse('E-bag-empty');
      if (!stuck) refuse('E-no-redraw');
      this.exchange(this.toldHand(token, refuse));
    }
  }

  /** A whole hand of which not every tile is known, as a token tells it. */
  toldHand(token, refuse) {
    const { state, hand, rules } = this;
    const tiles = [];
    const candidates = [
      ...hand.known,
      ...state.unseenTiles((tile) => !state.playable(tile)),
    ].sort((a, b) => a - b);
    for (const form of token.tiles) {
      const tile = this.tile(form);
      if (tile === null) refuse('E-no-square');
      if (!this.mayHold(tile)) refuse('E-not-in-hand');
      if (state.playable(tile)) refuse('E-playable');
      const last = tiles.at(-1) ?? -1;
      if (tile <= last || hand.known.some((one) => one > last && one < tile)) {
        refuse('E-aside-order');
      }
      tiles.push(tile);
      const later = candidates.filter((one) => one > tile).length;
      if (hand.size !== null && tiles.length + later < hand.size) refuse('E-aside-order');
    }
    const right = hand.size === null ? tiles.length <= rules.knobs.hand : tiles.length === hand.size;
    if (!right || hand.known.some((tile) => !tiles.includes(tile))) refuse('E-no-redraw');
    return tiles;
  }

  exchange(tiles) {
    const all = [...tiles];
    this.out.redraws.push(all);
    for (const tile of all) this.setAside(tile);
    this.fill();
  }

  // ---- the placement ----

  place() {
    const { state, turn } = this;
    let word = turn.placement;
    if (!word && this.hand.unknown === 0 && !this.hand.known.some((tile) => state.playable(tile))) {
      word = { tile: null, marked: false, column: turn.column };
    }
    if (!word && turn.open && !turn.merger && !this.goesOn) this.waits('place');
    if (!word) this.refuse('E-incomplete', turn.column);
    if (!word.tile) {
      this.pass(word);
      return;
    }
    const refuse = (code) => this.refuse(code, word.column);
    const tile = this.tile(word.tile);
    if (tile === null) refuse('E-no-square');
    if (state.board[tile] === 'x') refuse('E-set-aside');
    if (state.board[tile] !== '.') refuse('E-occupied');
    if (!this.mayHold(tile)) refuse('E-not-in-hand');
    if (state.isDead(tile)) refuse('E-dead');
    if (state.isBlocked(tile)) refuse('E-blocked');
    const { loose, chains } = state.around(tile);
    const founds = loose && !chains.length;
    if (word.name && !founds) refuse('E-no-founding');

    this.hand.remove(tile);
    this.out.placement = tile;
    state.board[tile] = 'o';
    state.changed = true;
    state.at = tile;
    const effect = founds ? 'founds' : ['alone', 'grows'][chains.length] ?? 'merges';
    this.say('placed', { player: this.handle(this.player), tile, effect });
    if (effect !== 'merges' && turn.merger) this.refuse('E-no-merger', turn.merger.column);
    if (founds) this.found(tile);
    else if (chains.length === 1) {
      const before = state.size(chains[0]);
      state.take(chains[0], tile);
      this.say('grew', { chain: chains[0], before, size: state.size(chains[0]) });
    } else if (chains.length) this.merge(tile, chains);
    state.at = null;
  }

  pass(word) {
    const { state, hand, rules } = this;
    const refuse = (code) => this.refuse(code, word.column);
    if (word.marked) {
      const placeable = hand.known.some((tile) => state.playable(tile));
      if (hand.unknown === 0 && !placeable) refuse('E-irregular');
      this.out.placement = '~.';
      this.say('irregular', { player: this.handle(this.player), what: 'pass' });
      this.passes();
      return;
    }
    if (hand.known.some((tile) => state.playable(tile))) refuse('E-must-place');
    const dull = state.unseenTiles((tile) => !state.playable(tile)).length;
    if (dull < (hand.unknown ?? 0)) refuse('E-must-place');
    if (rules.knobs.dead === 'whole-hand' && hand.size && state.bagSize) refuse('E-must-redraw');
    this.out.placement = '.';
    this.passes();
  }

  passes() {
    this.say('passed', { player: this.handle(this.player) });
    if (this.turn.merger) this.refuse('E-no-merger', this.turn.merger.column);
  }

  found(tile) {
    const { state, rules, player } = this;
    const { column } = this.turn.placement;
    const names = rules.chains.filter((chain) => !state.board.includes(chain));
    let chain = this.turn.placement.name;
    if (chain && !rules.chains.includes(chain)) this.refuse('E-no-chain', column);
    if (chain && !names.includes(chain)) this.refuse('E-on-board', column);
    if (!chain && names.length > 1) this.missing('found', {}, 'E-incomplete', column);
    chain ??= names[0];
    this.out.name = chain;
    state.take(chain, tile);
    const size = state.size(chain);
    const free = state.supply(chain) > 0;
    let money = 0;
    if (free) state.give(player, chain, 1);
    else if (rules.knobs['founder-none'] === 'cash') money = rules.price(chain, size);
    state.cash[player] += money;
    this.say('founded', { player: this.handle(player), chain, size, free, money });
  }

  // ---- the merger ----

  merge(tile, chains) {
    const { state, rules, turn } = this;
    const word = turn.merger;
    const refuse = (code) => this.refuse(code, word.column);
    const sizes = new Map(chains.map((chain) => [chain, state.size(chain)]));
    const most = Math.max(...sizes.values());
    const largest = chains.filter((chain) => sizes.get(chain) === most);
    if (word) {
      for (const chain of [word.survivor, ...word.defunct]) {
        if (!rules.chains.includes(chain)) refuse('E-no-chain');
      }
      if (!chains.includes(word.survivor)) refuse('E-not-merging');
      if (!largest.includes(word.survivor)) refuse('E-not-largest');
      word.defunct.forEach((chain, i) => {
        const strange = chain === word.survivor || !chains.includes(chain);
        if (strange || word.defunct.indexOf(chain) !== i) refuse('E-defunct');
      });
      const larger = (chain, i) =>
        chains.some((other) => {
          const earlier = other === word.survivor || word.defunct.slice(0, i).includes(other);
          return !earlier && sizes.get(other) > sizes.get(chain);
        });
      if (word.defunct.some(larger)) refuse('E-not-next');
    }
    if (!word && largest.length > 1) this.missing('survivor', {});
    const survivor = word?.survivor ?? largest[0];
    this.out.survivor = survivor;
    let rest = chains.filter((chain) => chain !== survivor);
    const merged = this.say('merged', { survivor, size: sizes.get(survivor), defunct: [] });
    const merger = { survivor, rest, bankTiles: [], mergemaker: this.player, sizes };
    state.merger = merger;
    const written = [...(word?.defunct ?? [])];
    const settled = [];
    const inOrder = () => {
      const larger = (a, b) => sizes.get(b) - sizes.get(a);
      return rules.sorted(rest).sort(larger);
    };
    merged.defunct = inOrder();

    while (rest.length) {
      const ready = inOrder();
      const equal = ready.filter((chain) => sizes.get(chain) === sizes.get(ready[0]));
      let chain = written.shift();
      if (!chain) {
        merger.rest = ready;
        if (equal.length > 1) this.missing('next', {});
        chain = equal[0];
      }
      rest = rest.filter((one) => one !== chain);
      merged.defunct = [...settled, chain, ...inOrder()];
      merger.rest = [chain, ...inOrder()];
      this.settle(chain, merger);
      settled.push(chain);
    }
    for (const [square, chain] of state.board.entries()) {
      if (settled.includes(chain)) state.board[square] = survivor;
    }
    state.take(survivor, tile);
    state.merger = null;
    for (const laid of merger.bankTiles) this.lay(laid);
  }

  clauseColumn(chain) {
    const clause = this.turn.dispositions.findLast((one) => one.chain === chain);
    return clause?.column ?? this.lastColumn;
  }

  settle(chain, merger) {
    const { state, rules } = this;
    const size = merger.sizes.get(chain);
    const price = rules.price(chain, size);
    this.out.begun.push(chain);
    this.say('defunct', { chain, size, price, survivor: merger.survivor });
    const clause = { chain, bank: null, parts: [] };
    this.out.clauses.push(clause);
    const held = state.order.map((_, player) => state.held(player, chain));
    const which = rules.knobs['bank-holder'];
    if (which === 'always' || (which === 'two-players' && state.order.length === 2)) {
      clause.bank = this.bankTile(chain, merger);
      held.push(clause.bank === null ? 0 : (clause.bank % rules.columns) + 1);
      this.say('bank-tile', { chain, tile: clause.bank, held: held.at(-1) });
    }
    rules.bonuses(chain, size, held).forEach((money, holder) => {
      if (!money) return;
      const player = this.handle(holder) ?? null;
      if (player !== null) state.cash[holder] += money;
      this.say('bonus', { chain, player, held: held[holder], money });
    });
    for (let i = 0; i < state.order.length; i++) {
      const holder = (this.player + i) % state.order.length;
      if (!held[holder]) continue;
      state.actor = holder;
      const answer = this.answer(chain, this.handle(holder));
      if (!answer) this.missing('dispose', {}, 'E-holder', this.clauseColumn(chain));
      this.dispose(answer, holder, chain, price, merger.survivor, clause);
    }
    state.actor = this.player;
  }

  /** Whether the hands that nobody has counted can hold every tile that is left. */
  get bagMayBeEmpty() {
    const { state, rules } = this;
    if (state.bagSize !== null || state.bag.list.length) return state.bagSize === 0;
    let room = 0;
    for (const hand of state.hands) {
      // The tile that merges has left the hand of who placed it.
      if (hand.size !== null) continue;
      room += rules.knobs.hand - hand.known.length - (hand === this.hand ? 1 : 0);
    }
    return state.unaccounted <= room;
  }

  bankTile(chain, merger) {
    const { state } = this;
    const { bag } = state;
    const words = this.bankWords.filter((word) => word.chain === chain);
    let drawn = bag.list[0] ?? null;
    if (drawn === null && state.bagSize !== 0) drawn = this.bankTileAsked(chain, words[0]);
    this.bankWords = this.bankWords.filter((word) => word.chain !== chain);
    for (const word of words) this.bankTold.push({ word, drawn });
    if (drawn === null) {
      bag.tail = 0;
      return null;
    }
    if (bag.list.length) bag.list.shift();
    else if (bag.tail !== null) bag.tail--;
    merger.bankTiles.push(drawn);
    return drawn;
  }

  /** The bank's tile where no bag says it; null where the bag was empty. */
  bankTileAsked(chain, word) {
    if (!word) {
      if (this.turn.open && !this.goesOn) this.waits('bank');
      if (!this.bagMayBeEmpty) this.refuse('E-bank-none', this.clauseColumn(chain));
      return null;
    }
    const tile = this.tile(word.bank);
    if (tile === null) this.refuse('E-no-square', word.column);
    if (!this.state.unseen(tile)) this.refuse('E-bank-tile', word.column);
    return tile;
  }

  /** The bank's tiles that were written are those that it drew. */
  judgeBank() {
    const idle = this.bankWords.map((word) => ({ word, drawn: null }));
    const all = [...this.bankTold, ...idle].sort((a, b) => a.word.column - b.word.column);
    for (const { word, drawn } of all) {
      const tile = this.tile(word.bank);
      if (tile === null) this.refuse('E-no-square', word.column);
      if (tile !== drawn) this.refuse('E-bank-tile', word.column);
    }
  }

  /** The words of a holder about a chain: named in full, or with the chain or himself left out. */
  answer(chain, handle) {
    const kinds = [
      [chain, handle],
      [null, handle],
      [chain, null],
      [null, null],
    ];
    for (const [about, who] of kinds) {
      const at = this.answers.findIndex(
        (one) => one.clause.chain === about && one.handle === who,
      );
      if (at >= 0) return this.answers.splice(at, 1)[0];
    }
    return null;
  }

  dispose(answer, holder, chain, price, survivor, clause) {
    const { state } = this;
    const held = state.held(holder, chain);
    const { s: sold, t: traded } = answer;
    const refuse = (code) => this.refuse(code, answer.clause.column);
    const kept = answer.k ?? held - sold - traded;
    if (sold + traded + kept !== held) refuse('E-parts');
    if (sold + traded > held) refuse('E-held');
    if (traded % 2) refuse('E-odd-trade');
    const received = traded / 2;
    if (received > state.supply(survivor)) refuse('E-trade-supply');
    state.give(holder, chain, -sold - traded);
    state.give(holder, survivor, received);
    const money = sold * price;
    state.cash[holder] += money;
    clause.parts.push({ player: this.handle(holder), sold, traded, kept });
    const player = this.handle(holder);
    this.say('disposed', { player, chain, survivor, sold, traded, received, kept, money });
  }

  lay(tile) {
    const { state } = this;
    const { chains } = state.around(tile);
    if (chains.length === 1) state.take(chains[0], tile);
    else state.board[tile] = chains.length ? 'x' : 'o';
    const chain = chains.length === 1 ? chains[0] : null;
    this.say('laid', { tile, chain, aside: chains.length > 1 });
  }

  /** Words about holders and the bank's tiles that nobody has asked for. */
  leftovers() {
    const { turn } = this;
    if (this.begins === 'buy' && turn.merger) this.refuse('E-no-merger', turn.merger.column);
    const merged = this.out.survivor !== null;
    if (!merged && turn.dispositions.length) this.refuse('E-no-merger', turn.dispositions[0].column);
    for (const clause of turn.dispositions) {
      const strange = clause.chain !== null && !this.rules.chains.includes(clause.chain);
      if (strange) this.refuse('E-no-chain', clause.column);
      const answer = this.answers.find((one) => one.clause === clause);
      if (answer) this.refuse(this.strange(answer) ? 'E-handle' : 'E-no-holder', clause.column);
    }
    this.judgeBank();
  }

  /** Whether a token names nobody of the game. */
  strange({ handle }) {
    return handle !== null && !this.state.order.includes(handle);
  }

  // ---- what follows the placement ----

  /** What broke a rule and is neither the placement nor the purchase nor the end, section 6.10. */
  irregular() {
    const { state, turn, hand, rules } = this;
    const player = this.handle(this.player);
    for (const word of turn.moved) this.move(word);
    const endings = [...turn.left, turn.kept, turn.undrawn].filter(Boolean);
    endings.sort((a, b) => a.column - b.column);
    if (endings.length && (turn.open || turn.end)) this.refuse('E-irregular', endings[0].column);
    const mayLeave = ['once', 'optional', 'repeat'].includes(rules.knobs.dead);
    for (const { tiles, column } of turn.left) {
      for (const form of tiles) {
        const tile = this.tile(form);
        if (tile === null) this.refuse('E-no-square', column);
        if (state.board[tile] === 'x') this.refuse('E-set-aside', column);
        if (state.board[tile] !== '.') this.refuse('E-occupied', column);
        if (!this.mayHold(tile)) this.refuse('E-not-in-hand', column);
        if (mayLeave && state.isDead(tile)) this.refuse('E-irregular', column);
        if (!this.out.left.length) this.say('irregular', { player, what: 'aside' });
        this.setAside(tile);
        this.out.left.push(tile);
      }
    }
    if (turn.kept) {
      if (!['once', 'repeat'].includes(rules.knobs.dead)) this.refuse('E-irregular', turn.kept.column);
      this.say('irregular', { player, what: 'kept' });
    }
    if (turn.undrawn) {
      if (hand.size === rules.knobs.hand || state.bagSize === 0) {
        this.refuse('E-irregular', turn.undrawn.column);
      }
      this.say('irregular', { player, what: 'draws' });
    }
  }

  move({ handle, sign, money, chains, column }) {
    const { state, rules } = this;
    if (this.strange({ handle })) this.refuse('E-handle', column);
    const player = handle === null ? this.player : state.order.indexOf(handle);
    const shares = {};
    for (const chain of chains) {
      if (!rules.chains.includes(chain)) this.refuse('E-no-chain', column);
      shares[chain] = (shares[chain] ?? 0) + 1;
    }
    for (const [chain, count] of Object.entries(shares)) {
      if (count > MOST_AT_ONCE) this.refuse('E-too-many', column);
      if (sign > 0 && count > state.supply(chain)) this.refuse('E-supply', column);
      if (sign < 0 && count > state.held(player, chain)) this.refuse('E-held', column);
    }
    if (state.cash[player] + sign * money < 0) this.refuse('E-cash', column);
    state.cash[player] += sign * money;
    for (const chain of Object.keys(shares)) {
      shares[chain] *= sign;
      state.give(player, chain, shares[chain]);
    }
    const moved = sign > 0 ? money : 0 - money;
    this.say('adjusted', { player: this.handle(player), money: moved, shares });
    const what = chains.length ? [...chains].sort().join('') : money;
    this.out.moved.push(`~${this.handle(player)}${sign > 0 ? '+' : '-'}${what}`);
  }

  buy() {
    const { state, rules, turn, player } = this;
    this.mayEnd = state.mayEnd;
    state.phase = 'buy';
    if (!turn.buys.length) {
      if (turn.open && !this.ends) this.waits('buy');
      return;
    }
    const refuse = (code) => this.refuse(code, turn.buys[0].column);
    const basket = turn.buys.flatMap((token) => token.chains.map((chain) => ({ chain, token })));
    const marked = turn.buys.find((token) => token.marked);
    const beyond = basket.length > rules.knobs['max-buys'];
    for (const { chain, token } of basket) {
      if (!rules.chains.includes(chain)) this.refuse('E-no-chain', token.column);
    }
    for (const { chain, token } of basket) {
      if (marked && !beyond) this.refuse('E-irregular', marked.column);
      if (!state.board.includes(chain)) this.refuse('E-not-on-board', token.column);
    }
    if (beyond && !marked) refuse('E-too-many');
    const shares = {};
    let money = 0;
    for (const { chain } of basket) {
      shares[chain] = (shares[chain] ?? 0) + 1;
      money += rules.price(chain, state.size(chain));
    }
    for (const [chain, count] of Object.entries(shares)) {
      if (marked && count > MOST_AT_ONCE) this.refuse('E-too-many', marked.column);
      if (count > state.supply(chain)) refuse('E-supply');
    }
    if (money > state.cash[player]) refuse('E-cash');
    if (!basket.length) return;
    this.out.beyond = beyond;
    if (beyond) this.say('irregular', { player: this.handle(player), what: 'buys' });
    for (const [chain, count] of Object.entries(shares)) state.give(player, chain, count);
    state.cash[player] -= money;
    this.out.bought = basket.map(({ chain }) => chain).sort();
    this.say('bought', { player: this.handle(player), shares, money: -money });
  }

  declare() {
    const { turn } = this;
    if (turn.end) {
      const { marked, column } = turn.end;
      if (!marked && !this.mayEnd) this.refuse('E-no-end', column);
      if (marked && this.mayEnd) this.refuse('E-irregular', column);
      this.out.early = marked;
      this.out.end = true;
      const told = this.after.find((token) => token.tiles.length);
      if (told) this.refuse('E-aside', told.column);
      this.state.reason = 'declared';
      if (marked) this.say('irregular', { player: this.handle(this.player), what: 'end' });
      this.say('declared', { player: this.handle(this.player) });
    } else if (this.mayEnd && turn.open && !this.after.length) this.waits('end');
  }

  finish() {
    if (this.state.reason) return;
    const { dead, draw } = this.rules.knobs;
    this.state.phase = 'aside';
    const queue = this.after.flatMap((token) => token.tiles.map((form) => ({ form, token })));
    const looks = ['once', 'optional', 'repeat'].includes(dead);
    if (!looks && queue.length) this.refuse('E-aside', queue[0].token.column);
    this.judgeTwice(queue);
    const fill = (most) => {
      if (!this.turn.undrawn) this.fill(most);
    };
    // Nothing is looked at while no two chains are safe.
    const looked = looks && !this.turn.kept && this.state.anyDead;
    const first = looked ? this.lacking : Infinity;
    if (dead !== 'repeat') queue.sort((a, b) => (this.tile(a.form) ?? -1) - (this.tile(b.form) ?? -1));
    if (draw === 'before-dead' || !looks) fill(first);
    if (looks && this.turn.kept) this.keep(queue);
    let lacking = draw === 'before-dead' ? 0 : first;
    while (looked) {
      const tiles = this.look(queue);
      for (const tile of tiles) this.setAside(tile);
      this.out.aside.push(...tiles);
      const again = dead === 'repeat' && tiles.length > 0;
      fill(again ? lacking + tiles.length : Infinity);
      if (!again) break;
      lacking = 0;
    }
    if (looks && !looked && draw === 'after-dead') fill();
    if (queue.length) this.refuse('E-aside', this.firstAside);
  }

  /** No tile leaves a hand twice. */
  judgeTwice(queue) {
    const seen = new Set();
    for (const { form, token } of queue) {
      const tile = this.tile(form);
      if (tile !== null && seen.has(tile)) this.refuse('E-aside-order', token.column);
      seen.add(tile);
    }
  }

  /** Where it stands what was set aside after the buys. */
  get firstAside() {
    return this.after.find((token) => token.tiles.length)?.column;
  }

  /** Dead tiles that had to leave stay: there must be some, as far as the hand is known. */
  keep(queue) {
    const { state, hand, turn } = this;
    const hidden = hand.unknown === 0 ? [] : state.unseenTiles((tile) => state.isDead(tile));
    const some = hidden.length > 0 || hand.known.some((tile) => state.isDead(tile));
    if (!some) this.refuse('E-irregular', turn.kept.column);
    if (queue.length) this.refuse('E-aside', queue[0].token.column);
  }

  /** One look at the hand: the dead tiles that leave it now. */
  look(queue) {
    const { state, hand, rules, turn } = this;
    const free = rules.knobs.dead === 'optional';
    const dead = hand.known.filter((tile) => state.isDead(tile));
    const hidden = hand.unknown === 0 ? [] : state.unseenTiles((tile) => state.isDead(tile));
    const asked = hand.unknown !== 0 || (free && dead.length > 0);
    const repeat = rules.knobs.dead === 'repeat';
    if (!asked) {
      // Forced, or nothing at all; under `repeat` more words may belong to the next look.
      const words = repeat ? queue.splice(0, dead.length) : queue.splice(0);
      const tiles = words.map(({ form }) => this.tile(form));
      const same = tiles.length === dead.length && tiles.every((tile, i) => tile === dead[i]);
      if (words.length && !same) this.refuse('E-aside', this.firstAside);
      if (queue.length && !dead.length) this.refuse('E-aside', this.firstAside);
      return dead;
    }
    const chosen = [];
    const shown = [];
    const written = this.firstAside;
    for (const { form, token } of queue) {
      if (this.tile(form) === null) this.refuse('E-no-square', token.column);
    }
    while (queue.length) {
      const { form, token } = queue[0];
      const tile = this.tile(form);
      const held = this.mayHold(tile);
      if (repeat && chosen.length && (!held || tile < chosen.at(-1))) break;
      if (state.board[tile] === 'x') this.refuse('E-set-aside', token.column);
      if (state.board[tile] !== '.') this.refuse('E-occupied', token.column);
      if (!held) this.refuse('E-not-in-hand', token.column);
      if (!state.isDead(tile)) this.refuse('E-not-dead', token.column);
      if (!hand.known.includes(tile)) {
        hand.remove(tile);
        hand.add(tile);
        shown.push(tile);
      }
      chosen.push(tile);
      queue.shift();
    }
    const last = chosen.at(-1) ?? -1;
    const passed = dead.find((tile) => !chosen.includes(tile) && tile < last);
    if (!free && written && passed !== undefined) this.refuse('E-aside', written);
    if (turn.open && !queue.length) {
      const more = free ? dead.some((tile) => tile > last) : false;
      if (more || (hand.unknown !== 0 && hidden.some((tile) => tile > last))) {
        const forced = free ? [] : dead.filter((tile) => !chosen.includes(tile));
        const told = [...chosen, ...forced].sort((a, b) => a - b);
        this.out.aside.push(...told);
        // Until they leave they are unknown tiles of the hand.
        hand.known = hand.known.filter((tile) => !shown.includes(tile));
        if (hand.unknown !== null) hand.unknown += shown.length;
        this.waits('aside', { chosen: told });
      }
    }
    if (!free) {
      const missed = dead.some((tile) => !chosen.includes(tile));
      if (missed && written) this.refuse('E-aside', written);
      if (!written) return dead;
    }
    return chosen;
  }

  /** The turn is over: is the game, and whose turn is it? */
  next() {
    const { state } = this;
    state.count();
    state.idle = state.changed ? 0 : state.idle + 1;
    state.chosen = [];
    if (!state.reason) {
      if (state.hands.every((hand) => hand.size === 0)) state.reason = 'exhausted';
      else if (state.idle >= state.order.length) state.reason = 'stalled';
    }
    if (!state.reason) {
      state.phase = 'place';
      state.actor = (this.player + 1) % state.order.length;
      return;
    }
    state.phase = 'over';
    this.say('ended', { reason: state.reason });
    const scores = state.scores().sort((a, b) => b.total - a.total);
    for (const { handle, ...score } of scores) {
      const rank = scores.findIndex((one) => one.total === score.total) + 1;
      this.say('scored', { player: handle, ...score, rank });
    }
  }
}

/** Plays one turn; what happened, or a Refused thrown. */
export function play(state, turn) {
  const playing = new Turn(state, turn);
  const { assertion } = playing.play();
  const { events, out, draws } = playing;
  return { events, out, draws, assertion };
}
