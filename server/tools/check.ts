import { availableParallelism } from 'node:os'
import { runChecks } from './checks.ts'

/** `npm run check`: as many checks at once as there are cores. */
const failed = await runChecks({ atOnce: availableParallelism() })
if (failed.length > 0) process.exitCode = 1
