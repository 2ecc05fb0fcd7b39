// Imperial Trader's base game on boardgame.io, whole games of a simple bot through its reducer. For each line read, a number of seconds, it
// plays so long and prints moves a second; for `replay` and a number it goes so long through the moves of one game again and again. PEER_HOME is a folder in which boardgame.io is installed.
import { createRequire } from 'module';
import { createInterface } from 'readline';
import { rules, setupG, winner, ACTIONS, bot } from './trader_rules.mjs';

process.env.NODE_ENV = 'production';
const req = createRequire(process.env.PEER_HOME + '/');
const { INVALID_MOVE } = req('boardgame.io/core');
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = req('boardgame.io/internal');
const SEATS = 4;

const move = (f) => ({ G, playerID, random }, arg) => (f(G, G.players[playerID], random, arg) ? undefined : INVALID_MOVE);
const Trader = {
  name: 'trader',
  setup: ({ ctx, random }) => setupG(random, ctx.numPlayers),
  moves: Object.fromEntries(Object.entries(rules).map(([name, f]) => [name, move(f)])),
  turn: { minMoves: ACTIONS, maxMoves: ACTIONS },
  endIf: ({ G }) => { const seat = winner(G); return seat === undefined ? undefined : { winner: seat }; },
};

let seed = 0;
function play(until) {
  const game = ProcessGameConfig({ ...Trader, seed: 'g' + (++seed) });
  const reducer = CreateGameReducer({ game }), pick = bot(seed);
  let state = InitializeGame({ game, numPlayers: SEATS }), moves = 0;
  while (!state.ctx.gameover && performance.now() < until) {
    const playerID = state.ctx.currentPlayer, [type, arg] = pick(state.G, state.G.players[playerID]);
    const next = reducer(state, { type: 'MAKE_MOVE', payload: { type, args: arg === undefined ? [] : [arg], playerID } });
    if (next._stateID === state._stateID) throw new Error('refused ' + type);
    state = next;
    moves++;
  }
  return moves;
}

// The moves of one whole game, as they would lie in a store.
function recorded() {
  const game = ProcessGameConfig({ ...Trader, seed: 'replay' }), pick = bot(1), actions = [];
  const reducer = CreateGameReducer({ game });
  let state = InitializeGame({ game, numPlayers: SEATS });
  while (!state.ctx.gameover) {
    const playerID = state.ctx.currentPlayer, [type, arg] = pick(state.G, state.G.players[playerID]);
    const action = { type: 'MAKE_MOVE', payload: { type, args: arg === undefined ? [] : [arg], playerID } };
    actions.push(JSON.stringify(action));
    state = reducer(state, action);
  }
  return actions;
}
function replay(actions) {
  const game = ProcessGameConfig({ ...Trader, seed: 'replay' }), reducer = CreateGameReducer({ game });
  let state = InitializeGame({ game, numPlayers: SEATS });
  for (const action of actions) state = reducer(state, JSON.parse(action));
  if (!state.ctx.gameover) throw new Error('the replay came to another end');
  return actions.length;
}

const kept = recorded();
for await (const line of createInterface({ input: process.stdin })) {
  const [what, seconds] = line.startsWith('replay ') ? line.split(' ') : ['play', line];
  const began = performance.now(), until = began + 1000 * Number(seconds);
  let moves = 0;
  while (performance.now() < until) moves += what === 'replay' ? replay(kept) : play(until);
  console.log(moves / ((performance.now() - began) / 1000));
}
