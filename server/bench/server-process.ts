import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../src/app/config.ts'
import { startServer } from '../src/app/server.ts'
import { observe } from './observe.ts'
import { answerParent } from './processes.ts'
import { watchStretches } from './stretches.ts'

/** Lines are written, as they are shipped, and only warnings and errors are shown. */
function write(line: string): void {
  if (/"level":"(?:error|fatal)"/.test(line)) process.stderr.write(line)
}

/** The server as it ships, but for the acquirer, whose own storage is not our cost: it keeps its record in memory. */
const observing = process.argv.includes('observe') ? observe() : undefined
const stretches = watchStretches()
const config = readConfig()
const server = await startServer(config, openLog({ level: config.logLevel, to: { write } }), {
  acquirer: ({ clock, bankUrl }) => {
    const acquirer = sandboxAcquirer({ record: memoryRecord(), clock, bankUrl })
    return observing ? observing.acquirer(acquirer) : acquirer
  },
})

answerParent(
  async (message) => {
    if (message === 'begin') return observing?.begin()
    if (message === 'observed') return observing?.observed()
    if (message === 'watch stretches') return stretches.begin()
    if (message === 'stretches') return stretches.end()
    if (message === 'iso8583') return server.iso8583[0]?.port
    return server.publicUrl
  },
  () => server.stop(),
)
