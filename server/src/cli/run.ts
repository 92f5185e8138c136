import { commandLine } from './command-line.ts'
import { failureOf } from './failure.ts'
import { reportUnexpected } from './report-unexpected.ts'

/** Runs the command that was typed. One that fails sets the exit code; one that ends may have set it itself. */
export async function run(words: readonly string[]): Promise<void> {
  try {
    await (await commandLine(words)).parseAsync(words, { from: 'user' })
  } catch (error) {
    const { exitCode, text, isUnexpected } = failureOf(error)
    if (isUnexpected) await reportUnexpected(error)
    else if (text !== undefined) console.error(text)
    process.exitCode = exitCode
  }
}
