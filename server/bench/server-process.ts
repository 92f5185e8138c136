import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { readConfig } from '#kernel/config.ts'
import { openLog } from '#kernel/log.ts'
import { startServer } from '../src/server.ts'
import { observe } from './observe.ts'
import { answerParent } from './processes.ts'

/** The server as it ships, but for the acquirer, whose own storage is not our cost: it keeps its record in memory. */
const observing = process.argv.includes('observe') ? observe() : undefined
const config = readConfig()
const server = await startServer(config, openLog({ level: config.logLevel, to: { write: () => undefined } }), {
  acquirer: ({ clock, bankUrl }) => {
    const acquirer = sandboxAcquirer({ record: memoryRecord(), clock, bankUrl })
    return observing ? observing.acquirer(acquirer) : acquirer
  },
})

answerParent(
  async (message) => {
    if (message === 'begin') return observing?.begin()
    if (message === 'observed') return observing?.observed()
    return server.publicUrl
  },
  () => server.stop(),
)
