import { rename, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { personaliseCards, resumeCard, suspendCard } from '#issuing/cards'
import { type CardId, type ProductId, readUuid } from '#issuing/ids'
import { countOption } from './arguments.ts'
import { print } from './printing.ts'
import { productIdArgument } from './programme.ts'
import { withApp } from './with-app.ts'

export function cardsCommand(): Command {
  const cards = new Command('cards')
  cards
    .command('suspend')
    .argument('<cardId>', '', cardIdArgument)
    .description('stop a card until it is resumed; its holder cannot use it meanwhile')
    .action((cardId: CardId) =>
      withApp(async (app) => {
        const { status, suspensions } = await suspendCard(app, { cardId, by: await app.by('cards:suspend') })
        print(
          { id: cardId, status, suspensions },
          `Card ${cardId} is ${status}, suspended for ${suspensions.join(', ')}.`,
        )
      }),
    )
  cards
    .command('resume')
    .argument('<cardId>', '', cardIdArgument)
    .description('end a suspension by staff; a card that its holder had frozen is frozen again')
    .action((cardId: CardId) =>
      withApp(async (app) => {
        const { status, suspensions } = await resumeCard(app, { cardId, by: await app.by('cards:suspend') })
        const left = suspensions.length > 0 ? `, still suspended for ${suspensions.join(', ')}` : ''
        print({ id: cardId, status, suspensions }, `Card ${cardId} is ${status}${left}.`)
      }),
    )
  cards
    .command('personalise')
    .argument('<productId>', '', productIdArgument)
    .description('write the file by which the bureau makes the physical cards that wait for it')
    .requiredOption('--to <file>', 'a new file; it is encrypted for the bureau’s public key')
    .option('--limit <count>', 'at most so many cards; default: 1000', countOption('--limit', 1_000))
    .action((productId: ProductId, { to, limit = 1_000 }: { to: string; limit?: number }) =>
      withApp(async (app) => {
        const by = await app.by('cards:personalise')
        const count = await personaliseCards(app, { productId, by, limit, keep: (file) => keepFile(to, file) })
        print(
          { cards: count, file: count === 0 ? undefined : to },
          count === 0 ? 'No card waits for the bureau.' : `${to} has ${count} cards, which are now on their way.`,
        )
      }),
    )
  return cards
}

/** Written beside and renamed, so that no moment has half a file; one that is there already is never replaced. */
async function keepFile(path: string, text: string): Promise<void> {
  await writeFile(path, '', { mode: 0o600, flag: kept.has(path) ? 'w' : 'wx' })
  kept.add(path)
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}
/** Those that this command has written. */
const kept = new Set<string>()

function cardIdArgument(text: string): CardId {
  const id = readUuid<CardId>(text)
  if (!id) throw new Error(`cardId is a UUID; it is "${text}".`)
  return id
}
