/**
 * A program for the tests of the embedded database to kill: it starts the database in the folder it is given, writes
 * one row it commits and one it does not, says so, and stays.
 */
import pg from 'pg'
import { startEmbeddedDatabase } from '#database/embedded.ts'

const [, , dataDir = ''] = process.argv
const database = await startEmbeddedDatabase({
  dataDir,
  log: () => {},
  settings: { shared_buffers: '16MB', fsync: 'off' },
})
const client = new pg.Client(database.url)
client.on('error', () => {})
await client.connect()
await client.query('create table if not exists cups (name text)')
await client.query(`insert into cups values ('committed')`)
await client.query('begin')
await client.query(`insert into cups values ('promised')`)
console.log(database.url)
