import { Argument, Command } from 'commander'
import { print } from './printing.ts'

const shells = ['bash', 'zsh'] as const

/** A script by which a shell completes commands, options and their values. */
export const completionCommand = (): Command =>
  new Command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const { commandLine } = await import('./command-line.ts')
      const script = scriptOf(shell, await commandLine())
      print({ shell, script }, script)
    })

/** The whole tree is in the script, so that the tab key starts no program. */
function scriptOf(shell: (typeof shells)[number], florin: Command): string {
  const groups = groupsOf(florin, '')
  const below = groups.flatMap(({ path, command }) =>
    command.commands.map((one) => `'${`${path} ${one.name()}`.trim()}'`),
  )
  return [
    `# Completes florin. For every shell to come: florin completion ${shell} > florin.${shell}, and source it.`,
    ...(shell === 'zsh' ? forZsh : []),
    '_florin() {',
    `  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="" known="" next i`,
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    `    next="\${path:+$path }\${COMP_WORDS[i]}"`,
    `    case "$next" in ${below.join('|')}) path="$next" ;; esac`,
    '  done',
    '  case "$path:$before" in',
    ...groups.flatMap(valueCases),
    '  *)',
    '    case "$path" in',
    ...groups.map(({ path, command }) => `    '${path}') known="${wordsOf(command)}" ;;`),
    '    esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$known" -- "$word"))',
    '}',
    'complete -o default -F _florin florin',
  ].join('\n')
}

/** Zsh has the words of bash once its own completion is on, which not every `.zshrc` has seen to. */
const forZsh = [
  '(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }',
  'autoload -U +X bashcompinit && bashcompinit',
]

type Placed = { path: string; command: Command }

const groupsOf = (command: Command, path: string): Placed[] => [
  { path, command },
  ...command.commands.flatMap((one) => groupsOf(one as Command, `${path} ${one.name()}`.trim())),
]

/** What may follow an option that takes one of a few values. */
const valueCases = ({ path, command }: Placed): string[] =>
  command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [`  '${path}:${long}') known="${argChoices.join(' ')}" ;;`] : [],
  )

const wordsOf = ({ commands, options, registeredArguments }: Command): string =>
  [
    ...commands.map((one) => one.name()),
    ...registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ...options.flatMap(({ long }) => long ?? []),
    '--help',
  ].join(' ')
