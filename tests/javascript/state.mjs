// What a game is made of between two decisions, and what follows from it: sizes, supply, what is
// dead, who gets what.

import { neighbours } from './tiles.mjs';

export class Hand {
  /** `unknown` is null where not even the number of tiles is known. */
  constructor(known, unknown) {
    this.known = [...known].sort((a, b) => a - b);
    this.unknown = unknown;
  }

  get size() {
    return this.unknown === null ? null : this.known.length + this.unknown;
  }

  add(tile) {
    if (tile !== null) this.known = [...this.known, tile].sort((a, b) => a - b);
    else if (this.unknown !== null) this.unknown++;
  }

  remove(tile) {
    if (this.known.includes(tile)) this.known = this.known.filter((one) => one !== tile);
    else if (this.unknown !== null) this.unknown--;
  }
}

export class State {
  constructor(rules, order) {
    this.rules = rules;
    this.order = order;
    this.board = Array(rules.squares).fill('.');
    this.hands = order.map(() => new Hand([], null));
    // The tiles as they are drawn, null for one that is not known; then so many unknown ones.
    this.bag = { list: [], tail: null };
    this.cash = order.map(() => rules.knobs.cash);
    this.shares = order.map(() => new Map());
    this.actor = 0;
    this.idle = 0;
    this.changed = false;
    this.phase = 'place';
    this.at = null;
    this.merger = null;
    this.chosen = [];
    this.reason = null;
    this.turns = 0;
  }

  get bagSize() {
    return this.bag.tail === null ? null : this.bag.list.length + this.bag.tail;
  }

  get bankTiles() {
    return this.merger?.bankTiles ?? [];
  }

  held(player, chain) {
    return this.shares[player].get(chain) ?? 0;
  }

  give(player, chain, count) {
    this.shares[player].set(chain, this.held(player, chain) + count);
  }

  supply(chain) {
    const out = this.order.reduce((sum, _, player) => sum + this.held(player, chain), 0);
    return this.rules.knobs.shares - out;
  }

  size(chain) {
    return this.board.filter((square) => square === chain).length;
  }

  get active() {
    return this.rules.chains.filter((chain) => this.board.includes(chain));
  }

  /** How many tiles are in the bag, or in hands that nobody has counted and not known there. */
  get unaccounted() {
    const lying = this.board.filter((square) => square !== '.').length + this.bankTiles.length;
    const held = this.hands.reduce((sum, hand) => sum + (hand.size ?? hand.known.length), 0);
    return this.rules.squares - lying - held;
  }

  /** One number follows from the others where all but one are known. */
  count() {
    const rest = this.unaccounted;
    const open = this.hands.filter((hand) => hand.size === null);
    if (!open.length) {
      if (this.bag.tail === null) this.bag.tail = Math.max(0, rest - this.bag.list.length);
    } else {
      const held = open.reduce((sum, hand) => sum + hand.known.length, 0);
      const room = open.length * this.rules.knobs.hand - held;
      if (this.bagSize === null && rest === 0) this.bag.tail = 0;
      const hidden = this.bagSize === null ? null : rest - this.bagSize;
      if (hidden === 0) for (const hand of open) hand.unknown = 0;
      else if (hidden === room) {
        for (const hand of open) hand.unknown = this.rules.knobs.hand - hand.known.length;
      } else if (open.length === 1 && hidden > 0 && hidden < room) open[0].unknown = hidden;
    }
    while (this.bag.list.at(-1) === null) {
      this.bag.list.pop();
      if (this.bag.tail !== null) this.bag.tail++;
    }
  }

  /** Whether nothing tells where a tile of the board is. */
  unseen(tile) {
    return (
      this.board[tile] === '.' &&
      !this.hands.some((hand) => hand.known.includes(tile)) &&
      !this.bag.list.includes(tile) &&
      !this.bankTiles.includes(tile)
    );
  }

  mayHold(player, tile) {
    const hand = this.hands[player];
    return hand.known.includes(tile) || (hand.unknown !== 0 && this.unseen(tile));
  }

  around(tile) {
    const squares = neighbours(tile, this.rules).map((one) => this.board[one]);
    return {
      loose: squares.includes('o'),
      chains: this.rules.chains.filter((chain) => squares.includes(chain)),
    };
  }

  isDead(tile) {
    const { safe } = this.rules.knobs;
    return this.around(tile).chains.filter((chain) => this.size(chain) >= safe).length > 1;
  }

  /** Whether a tile could be dead at all: two chains are safe. */
  get anyDead() {
    return this.active.filter((chain) => this.size(chain) >= this.rules.knobs.safe).length > 1;
  }

  isBlocked(tile) {
    const { loose, chains } = this.around(tile);
    return loose && !chains.length && this.active.length === this.rules.chains.length;
  }

  playable(tile) {
    return !this.isDead(tile) && !this.isBlocked(tile);
  }

  unseenTiles(test) {
    return this.board.flatMap((_, tile) => (this.unseen(tile) && test(tile) ? [tile] : []));
  }

  get mayEnd() {
    const { end, safe } = this.rules.knobs;
    const which = this.rules.knobs['all-safe-end'];
    const sizes = this.active.map((chain) => this.size(chain));
    if (sizes.some((size) => size >= end)) return true;
    if (which === 'never' || !sizes.length || sizes.some((size) => size < safe)) return false;
    return which === 'on-board' || sizes.length === this.rules.chains.length;
  }

  /** The chains whose bonus the merger under way has paid. */
  get settled() {
    if (!this.merger) return [];
    const { survivor, rest } = this.merger;
    const open = this.phase === 'dispose' ? rest.slice(1) : rest;
    return this.around(this.at).chains.filter((one) => one !== survivor && !open.includes(one));
  }

  /** What every player would get if the game were scored now. */
  scores() {
    const scores = this.order.map((handle, player) => ({
      handle,
      bonuses: {},
      shares: {},
      sales: {},
      money: 0,
      total: this.cash[player],
    }));
    const settled = this.settled;
    for (const chain of this.active) {
      const size = this.size(chain);
      const held = this.order.map((_, player) => this.held(player, chain));
      const paid = settled.includes(chain) ? held.map(() => 0) : this.rules.bonuses(chain, size, held);
      scores.forEach((score, player) => {
        if (!held[player]) return;
        if (paid[player]) score.bonuses[chain] = paid[player];
        score.shares[chain] = held[player];
        score.sales[chain] = held[player] * this.rules.price(chain, size);
        const money = paid[player] + score.sales[chain];
        score.money += money;
        score.total += money;
      });
    }
    return scores;
  }

  get uncounted() {
    return this.bagSize === null || this.hands.some((hand) => hand.size === null);
  }

  /** A chain takes a tile and every loose one that hangs together with it. */
  take(chain, tile) {
    const reached = [tile];
    while (reached.length) {
      const one = reached.pop();
      if (this.board[one] === chain) continue;
      this.board[one] = chain;
      for (const next of neighbours(one, this.rules)) {
        if (this.board[next] === 'o') reached.push(next);
      }
    }
  }
}
