import { Command } from 'commander'
import { findShoppers } from '#acquiring/shoppers'
import type { StaffAuthor } from '#core/access'
import type { MerchantId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import {
  continueErasure,
  type ErasurePlan,
  exportPerson,
  planErasure,
  requestErasure,
  type Subject,
} from '#core/persons'
import { holderIdsNamed } from '#issuing/holders'
import { readHolderId } from '#issuing/ids'
import { Refusal } from '#kernel/base/refusal.ts'
import { rememberedErasures } from '../app/remembered-erasures.ts'
import { partnerIdArgument } from './arguments.ts'
import { merchantIdArgument } from './merchant-money.ts'
import { print, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Whose = { merchant?: MerchantId; partner?: PartnerId }

/** Requests of persons: to see what is held of them, and to be erased. */
export function personCommand(): Command {
  const person = new Command('person')
  named(person, 'export')
    .description('everything that is held of a person, as JSON: florin person export ana@example.com > ana.json')
    .action((who: string, whose: Whose) =>
      withApp(async (app) => {
        const by = await app.by('persons:export')
        const found = await subjectsNamed(app, who, whose)
        const data = []
        for (const subject of found) data.push(await exportPerson(app, { by, subject }))
        print({ data }, JSON.stringify({ data }, undefined, 2))
      }),
    )
  named(person, 'erase')
    .description('erase what is held of a person; says first what goes and what a duty keeps')
    .option('--dry-run', 'only say what would go and what stays')
    .option('--yes', 'you are sure: nothing brings it back')
    .action((who: string, { dryRun, yes, ...whose }: Whose & { dryRun?: boolean; yes?: boolean }) =>
      withApp(async (app) => {
        const by = await app.by('persons:erase')
        const subjects = await subjectsNamed(app, who, whose)
        const plans = await Promise.all(subjects.map((subject) => planErasure(app, subject)))
        if (dryRun || !yes) {
          print({ data: plans }, plans.map(textOf).join('\n\n'))
          if (!dryRun)
            throw new Error('Nothing was erased. An erasure cannot be undone: repeat the command with --yes.')
          return
        }
        const data = []
        for (const subject of subjects) data.push({ ...subject, ...(await erased(app, by, subject)) })
        print({ data }, data.map(({ kind, id, text }) => `${kind} ${id} ${text}`).join('\n'))
      }),
    )
  person
    .command('erase-again')
    .description('after a restore, erase again those in the list beside the mark')
    .action(() =>
      withApp(async (app) => {
        const by = await app.by('persons:erase')
        const data = []
        for (const subject of await rememberedErasures(app.config))
          data.push({ ...subject, ...(await erasedAgain(app, by, subject)) })
        print({ data }, data.map(({ kind, id, text }) => `${kind} ${id} ${text}`).join('\n') || 'Nobody was erased.')
      }),
    )
  return person
}

/** One who cannot be erased keeps back nobody else on the list. */
async function erasedAgain(app: CommandApp, by: StaffAuthor, subject: Subject): ReturnType<typeof erased> {
  try {
    return await erased(app, by, subject)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.code, text: `is not erased: ${error.message}` }
  }
}

/** Erases one customer, or asks for an approval. */
async function erased(app: CommandApp, by: StaffAuthor, subject: Subject): Promise<{ status: string; text: string }> {
  const { id, waits } = await requestErasure(app, { by, subject })
  if (waits) return { status: 'waiting', text: `waits for approval ${waits.id}.` }
  await continueErasure(app, id)
  return { status: 'erased', text: 'is erased.' }
}

const named = (person: Command, name: string): Command =>
  person
    .command(name)
    .argument('<who>', 'the e-mail address, or the id of a customer: 1001 of a store, cust_… of a partner')
    .option('--merchant <id>', 'only customers of the stores of one merchant', merchantIdArgument)
    .option('--partner <id>', 'only customers of one partner', partnerIdArgument)

/** Who is meant: by an address it can be several, since each store has customers of its own. */
async function subjectsNamed(app: CommandApp, who: string, { merchant, partner }: Whose): Promise<Subject[]> {
  const isStores = partner === undefined || merchant !== undefined
  const isPartners = merchant === undefined || partner !== undefined
  const holder = readHolderId(who)
  const shoppers =
    isStores && !holder && /@|^\d+$/.test(who)
      ? await findShoppers(app, { siteIds: await app.directory.siteIds(merchant), text: who })
      : []
  const byId = /^\d+$/.test(who) ? shoppers.filter(({ id }) => String(id) === who) : shoppers
  const holders = holder ? [holder] : isPartners && who.includes('@') ? await holderIdsNamed(app.db, who, partner) : []
  const found: Subject[] = [
    ...byId.map(({ id }) => ({ kind: 'shopper', id: String(id) }) as const),
    ...holders.map((id) => ({ kind: 'holder', id }) as const),
  ]
  if (found.length === 0) throw new Error(`No customer is known as ${who}.`)
  return found
}

function textOf({ subject, isErased, open, goes, stays }: ErasurePlan): string {
  const heading = `${subject.kind} ${subject.id}${isErased ? ', erased already' : ''}`
  const going = goes.map((one) => [one.table, String(one.rows), one.columns.join(' ')])
  const staying = stays.map((one) => [
    one.table,
    String(one.rows),
    one.columns.join(' '),
    one.until?.toString({ smallestUnit: 'second' }) ?? 'the record goes',
    one.because,
  ])
  return [
    heading,
    ...open.map((what) => `Not possible yet: ${what}.`),
    going.length === 0 ? 'Nothing goes.' : `Goes at once:\n${table(['table', 'rows', 'columns'], going)}`,
    staying.length === 0
      ? 'Nothing stays.'
      : `Stays:\n${table(['table', 'rows', 'columns', 'until', 'because'], staying)}`,
  ].join('\n')
}
