import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchContext } from './context.ts'
import { serverEnv } from './throughput.ts'

/** Florin's own verification of what a part of the bench has left behind, as Markdown. */
export async function verified(ctx: BenchContext): Promise<string> {
  // PostgreSQL counts the rows of a busy table within a minute by itself; here they are minutes old at most.
  await ctx.query('analyze')
  const program = fileURLToPath(new URL('../src/cli/florin.ts', import.meta.url))
  const env = { ...process.env, ...serverEnv(ctx, 'pages'), FLORIN_LOG_LEVEL: 'error' }
  const { stdout, failed } = await promisify(execFile)(process.execPath, [program, 'verify'], { env }).then(
    ({ stdout }) => ({ stdout, failed: false }),
    (error: { stdout: string; message: string }) => ({ stdout: error.stdout || error.message, failed: true }),
  )
  const lines = stdout.trim().split('\n').slice(0, 40).join('\n')
  if (lines === '') return '**`florin verify` printed nothing, so the books are not verified.**'
  return `${failed ? '**`florin verify` found differences:**' : '`florin verify` found none:'}\n\n\`\`\`\n${lines}\n\`\`\``
}
