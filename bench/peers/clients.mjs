// So many games of boardgame.io's client in memory, each with so many moves made: prints bytes of heap a game. PEER_HOME is a folder in which
// boardgame.io is installed; run with --expose-gc.
import { createRequire } from 'module';
import { rules, setupG, winner, ACTIONS, bot } from './trader_rules.mjs';

process.env.NODE_ENV = 'production';
const req = createRequire(process.env.PEER_HOME + '/');
const { Client } = req('boardgame.io/client');
const { INVALID_MOVE } = req('boardgame.io/core');
const [games, moves] = process.argv.slice(2).map(Number);

const move = (f) => ({ G, playerID, random }, arg) => (f(G, G.players[playerID], random, arg) ? undefined : INVALID_MOVE);
const game = (seed) => ({
  name: 'trader', seed,
  setup: ({ ctx, random }) => setupG(random, ctx.numPlayers),
  moves: Object.fromEntries(Object.entries(rules).map(([name, f]) => [name, move(f)])),
  turn: { minMoves: ACTIONS, maxMoves: ACTIONS },
  endIf: ({ G }) => { const seat = winner(G); return seat === undefined ? undefined : { winner: seat }; },
});
function made(seed) {
  const client = Client({ game: game('g' + seed), numPlayers: 4, debug: false }), pick = bot(seed);
  client.start();
  for (let n = 0; n < moves; n++) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) break;
    const [type, arg] = pick(G, G.players[ctx.currentPlayer]);
    client.moves[type](arg);
  }
  return client;
}
made(0);
global.gc();
const before = process.memoryUsage().heapUsed, kept = [];
for (let n = 1; n <= games; n++) kept.push(made(n));
global.gc();
console.log((process.memoryUsage().heapUsed - before) / kept.length);
