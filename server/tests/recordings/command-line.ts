import type { Command } from 'commander'
import { onTestFinished, vi } from 'vitest'
import { commandLine } from '../../src/cli/command-line.ts'
import { setKept } from '../../src/cli/with-app.ts'
import type { World } from '../world/world.ts'

/** The command line of the installation, in this process: its help, and what its commands print. */
export function openCommandLine(world: World) {
  const { config } = world.app
  vi.stubEnv('DATABASE_URL', world.databaseUrl)
  vi.stubEnv('FLORIN_KEYS', 'text' in config.keys ? config.keys.text.reveal() : '')
  onTestFinished(() => void vi.unstubAllEnvs())
  keepConnections(world)
  return {
    helps: async () => helpsOf(await commandLine(), []),
    runs: runCommand,
    prints: async (line: string): Promise<string> => {
      const { printed, error } = await runCommand(line.split(' '))
      return [printed, error?.message].filter((text) => text).join('\n')
    },
  }
}

/**
 * The installation of this world for commands: open already, with connections that are kept. To open one, a command looks
 * for a pooler, compares the migrations and makes four connections, of which each costs as much as the command.
 */
export const keptOf = ({ openDb, databaseUrl }: World): Parameters<typeof setKept>[0] => ({
  openDb,
  installation: { databaseUrl, databaseTrouble: () => undefined, stop: async () => {} },
})

export function keepConnections(world: World): void {
  setKept(keptOf(world))
  onTestFinished(() => setKept({}))
}

/** Runs a command in this process and with its environment, and returns what it printed and where it failed. */
export async function runCommand(words: readonly string[]): Promise<{ printed: string; error: Error | undefined }> {
  const printed: string[] = []
  const print = (...texts: unknown[]) => void printed.push(texts.join(' '))
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockImplementation(print))
  const error = await overheard(await commandLine(words), print)
    .parseAsync(words, { from: 'user' })
    .then(
      () => undefined,
      (thrown: Error) => thrown,
    )
  for (const spy of spies) spy.mockRestore()
  return { printed: printed.join('\n'), error }
}

/** What the program would write to its own streams is kept. */
function overheard(command: Command, print: (text: string) => void): Command {
  const write = (text: string) => print(text.trimEnd())
  command.configureOutput({ writeErr: write, writeOut: write })
  for (const one of command.commands) overheard(one as Command, print)
  return command
}

function helpsOf(command: Command, above: readonly string[]): [name: string, help: string][] {
  const path = [...above, command.name()]
  command.configureOutput({ getOutHelpWidth: () => 100 })
  return [
    [path.join(' '), command.helpInformation()],
    ...command.commands.flatMap((one) => helpsOf(one as Command, path)),
  ]
}
