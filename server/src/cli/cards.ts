import { existsSync } from 'node:fs'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import {
  giveUpRun,
  type KeptFile,
  openRuns,
  personaliseCards,
  type RunId,
  resumeCard,
  suspendCard,
} from '#issuing/cards'
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
    .option('--run <runId>', 'continue a run whose command has died: its cards, and no others', runIdArgument)
    .action((productId: ProductId, { to, limit = 1_000, run }: { to: string; limit?: number; run?: RunId }) =>
      withApp(async (app) => {
        const by = await app.by('cards:personalise')
        const made = await personaliseCards(app, { productId, by, limit, continues: run, keep: fileAt(to) })
        const open = made ? [] : await openRuns(app.db)
        const text = made
          ? `${to} has ${made.cards} cards, which are now on their way.`
          : 'No card waits for the bureau.'
        print({ cards: made?.cards ?? 0, run: made?.run, file: made && to }, [text, ...open.map(textOfRun)].join('\n'))
      }),
    )
  cards
    .command('runs')
    .description('list the files for bureaus that were begun and have not ended')
    .action(() =>
      withApp(async (app) => {
        await app.by('cards:read')
        const runs = await openRuns(app.db)
        print(runs, runs.map(textOfRun).join('\n') || 'No run is open.')
      }),
    )
  cards
    .command('give-up-run')
    .argument('<runId>', '', runIdArgument)
    .description('end a run whose command has died; its cards wait for the next file')
    .action((runId: RunId) =>
      withApp(async (app) => {
        const waiting = await giveUpRun(app, { runId, by: await app.by('cards:personalise') })
        print(
          { run: runId, cards: waiting },
          `${waiting} cards wait again. Destroy the file of run ${runId}, if there is one.`,
        )
      }),
    )
  return cards
}

const textOfRun = ({ id, cards, productId, begunBy, begunAt }: Awaited<ReturnType<typeof openRuns>>[number]) =>
  `Run ${id} of product ${productId} has ${cards} cards; ${begunBy} began it at ${begunAt}.`

/** Written beside and renamed, so that no moment has half a file; one that is there already is never replaced. */
function fileAt(path: string): KeptFile {
  let isOurs = false
  return {
    write: async (text) => {
      if (!isOurs && existsSync(path)) throw new Error(`${path} is there already. Choose another name.`)
      await writeFile(`${path}.partial`, text, { mode: 0o600, flush: true, flag: isOurs ? 'w' : 'wx' })
      // Unlike a renamed one, a link never takes the place of a file that has come meanwhile.
      if (isOurs) await rename(`${path}.partial`, path)
      else await link(`${path}.partial`, path).finally(() => rm(`${path}.partial`, { force: true }))
      isOurs = true
    },
    discard: () => rm(path, { force: true }),
  }
}

function runIdArgument(text: string): RunId {
  const id = readUuid<RunId>(text)
  if (!id) throw new Error(`runId is a UUID; it is "${text}".`)
  return id
}

function cardIdArgument(text: string): CardId {
  const id = readUuid<CardId>(text)
  if (!id) throw new Error(`cardId is a UUID; it is "${text}".`)
  return id
}
