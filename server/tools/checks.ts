import { spawn } from 'node:child_process'

/**
 * Two versions are installed (decision 14), and each calls its program `tsc`. Several checkers would work at once, and each
 * of them would look at the types that all need.
 */
const tsc = 'node node_modules/typescript-7/bin/tsc --checkers 1'

/** Format, lint, types, and the dashboard's build with the types that it generates, the longest first. */
const checks = [`${tsc} -p server`, 'biome check .', `${tsc} -p client`, 'npm run check --silent --workspace dashboard']

/** The compiler is written in Go, and would collect garbage for a seventh of its time: it may take more memory, up to a limit. */
const collectsLess = { GOGC: '400', GOMEMLIMIT: '4GiB' }

type Outcome = { check: string; code: number | null; output: string }

/**
 * Runs all checks, so many at once. What each has to say is printed in one piece when it ends. Returns those that failed.
 */
export async function runChecks({ atOnce }: { atOnce: number }): Promise<readonly string[]> {
  const waiting = [...checks]
  const failed: string[] = []
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await run(check)
      console.log(`${code === 0 ? 'passed' : 'FAILED'}: ${check}\n${output}`.trimEnd())
      if (code !== 0) failed.push(check)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

function run(check: string): Promise<Outcome> {
  const [command = '', ...args] = check.split(' ')
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...collectsLess, ...process.env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ check, code, output }))
  })
}
