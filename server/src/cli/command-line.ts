import { type Argument, Command } from 'commander'
import { florinVersion } from '../app/version.ts'
import { commandGroups, type ListedCommand } from './commands.ts'
import { setPrinting } from './printing.ts'
import { setPerson } from './with-app.ts'

/**
 * Everything that `florin` understands, made anew for each command that is typed. Only the commands that `words` names
 * are loaded; without words, all are.
 */
export async function commandLine(words?: readonly string[]): Promise<Command> {
  const florin = ownOptions(new Command('florin'))
    .description(
      'A self-hosted payments platform. Every setting is an environment variable: docs/operating/configuration.md',
    )
    .version(florinVersion, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print what a command does and takes')
    .hook('preAction', (program, command) => {
      setPerson(program.opts())
      setPrinting({ json: command.opts().json === true })
    })
  const named = words && namesIn(words)
  for (const [heading, listed] of Object.entries(commandGroups))
    for (const one of listed) {
      const isLoaded = named === undefined || named.includes(one.name)
      florin.addCommand((isLoaded ? await loaded(one) : stubOf(one)).helpGroup(`${heading}:`))
    }
  prepare(florin, [])
  return florin
}

const ownOptions = (florin: Command): Command =>
  florin
    .option('--as <email>', 'the member of staff who runs the command; the role must allow it')
    .option('--reason <text>', 'why; it is kept in the audit')

/** The words that are no option of `florin` itself, nor the value of one: the first is a command, or `help` and it. */
const namesIn = (words: readonly string[]): string[] =>
  ownOptions(new Command())
    .parseOptions([...words])
    .operands.slice(0, 2)

const loaded = async ({ load, name, description }: ListedCommand): Promise<Command> =>
  (await load()).name(name).description(description)

/** Stands in the list of commands, and is never run: a command that is named is loaded. */
const stubOf = ({ name, description }: ListedCommand): Command => new Command(name).description(description)

/** What is the same for every command of the tree. */
function prepare(command: Command, above: readonly string[]): void {
  const path = [...above, command.name()]
  command
    .exitOverride()
    .showHelpAfterError(`See: ${path.join(' ')} --help`)
    .configureHelp({ subcommandTerm: above.length === 0 ? (one) => one.name() : termOf })
  if (command.commands.length > 0) {
    // A group alone is a question and no mistake: its help is the result.
    const help = command.help.bind(command)
    command.help = () => help()
  } else if (!command.options.some(({ long }) => long === '--json')) {
    command.option('--json', 'print the result as JSON')
  }
  for (const one of command.commands) prepare(one as Command, path)
}

const termOf = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' ')

/** As commander writes an argument in a usage. */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}
