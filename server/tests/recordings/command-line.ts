import { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'
import type { World } from '../world/world.ts'

/** The command line of the installation, in this process: its help, and what its commands print. */
export async function openCommandLine(world: World) {
  const florin = await program()
  const { config } = world.app
  vi.stubEnv('DATABASE_URL', world.databaseUrl)
  vi.stubEnv('FLORIN_KEYS', 'text' in config.keys ? config.keys.text.reveal() : '')
  onTestFinished(() => void vi.unstubAllEnvs())
  return {
    helps: () => helpsOf(florin, []),
    prints: async (line: string): Promise<string> => {
      const printed: string[] = []
      const print = (...words: unknown[]) => void printed.push(words.join(' '))
      const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(print))
      try {
        await florin.parseAsync(line.split(' '), { from: 'user' })
      } catch (error) {
        print((error as Error).message)
      }
      for (const spy of spies) spy.mockRestore()
      return printed.join('\n')
    },
  }
}

/** The program runs when it is loaded; it is caught as it begins. */
async function program(): Promise<Command> {
  let caught: Command | undefined
  const spy = vi.spyOn(Command.prototype, 'parseAsync').mockImplementation(async function (this: Command) {
    caught = this
    return this
  })
  await import('../../src/cli/commands.ts')
  spy.mockRestore()
  return caught!
}

function helpsOf(command: Command, above: readonly string[]): [name: string, help: string][] {
  const path = [...above, command.name()]
  command.configureOutput({ getOutHelpWidth: () => 100 })
  return [
    [path.join(' '), command.helpInformation()],
    ...command.commands.flatMap((one) => helpsOf(one as Command, path)),
  ]
}
