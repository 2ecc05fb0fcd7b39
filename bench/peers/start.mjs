// Brings boardgame.io's server to where a game could be made. PEER_HOME is a folder in which boardgame.io is installed.
import { createRequire } from 'module';
createRequire(process.env.PEER_HOME + '/')('boardgame.io/server');
