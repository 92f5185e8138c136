import { spawn } from 'node:child_process'
import { runChecks } from './checks.ts'

/**
 * `npm test`: all tests, and beside them one check after the other. The tests wait now and then, for a process that starts or
 * a database that recovers, and the checks have the processor meanwhile. Arguments are those of vitest.
 */
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
// Ctrl+C reaches both, a signal to this process alone does not: without it the tests would go on unseen.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => tests.kill(signal))
const tested = new Promise<number | null>((resolve, reject) => {
  tests.once('error', reject).once('close', resolve)
})
const [code, failed] = await Promise.all([tested, runChecks({ atOnce: 1 })])
// Said once more: what a check had to say is far above the summary of the tests.
for (const check of failed) console.error(`FAILED: ${check}`)
if (code !== 0 || failed.length > 0) process.exitCode = 1
