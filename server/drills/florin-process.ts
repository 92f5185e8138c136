import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { openDb } from '#kernel/db/db.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { answerParent } from '../bench/processes.ts'
import { readConfig } from '../src/app/config.ts'
import { startServer } from '../src/app/server.ts'

/**
 * The program as it ships, but for the sandbox acquirer's own record: it is kept in a database that the drill does no
 * harm to, as an acquirer keeps its own.
 */
const record = openDb(process.env.DRILL_ACQUIRER_URL!, { role: 'florin_app', connectionsMax: 8 })
const config = readConfig()
const server = await startServer(config, openLog({ level: config.logLevel, to: process.stderr }), {
  acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record: databaseRecord(record), clock, bankUrl }),
})

answerParent(
  async () => server.publicUrl,
  async () => {
    await server.stop()
    await record.close()
  },
)
