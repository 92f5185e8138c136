import { openPrinter } from './printer.ts'
import { startProgram } from './program.ts'
import { openScene } from './scene.ts'
import { tellStory } from './story.ts'

const hasColours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined
const printer = openPrinter((line) => console.log(line), hasColours)
printer.tell('operator', 'florin start, on a new database')
const program = await startProgram()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void program.stop().finally(() => process.exit(1)))
try {
  const scene = await openScene(program, printer)
  try {
    await tellStory(scene)
    printer.end('Everything is as it should be.', true)
  } finally {
    await scene.close()
  }
} catch (error) {
  printer.end(error instanceof Error ? (error.stack ?? error.message) : String(error), false)
  process.exitCode = 1
} finally {
  await program.stop()
}
