// Imperial Trader's base game on boardgame.io, whole games of a simple bot through its reducer. For each line read, a number of seconds, it
// plays so long and prints moves a second. PEER_HOME is a folder in which boardgame.io is installed.
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

for await (const line of createInterface({ input: process.stdin })) {
  const began = performance.now(), until = began + 1000 * Number(line);
  let moves = 0;
  while (performance.now() < until) moves += play(until);
  console.log(moves / ((performance.now() - began) / 1000));
}
