import { Command } from 'commander'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { findShopper, findShoppers, removeCard, showShopper, siteOfCard } from '#acquiring/shoppers'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** Customers of stores and their stored cards. The customers of partners are `florin customer`. */
export function shopperCommand(): Command {
  const shopper = new Command('shopper')
  shopper
    .command('find')
    .argument('<what>', "the id, the store's number, or the e-mail address")
    .description('find customers of stores; only exact matches, the newest 100')
    .action((text: string) =>
      withApp(async (app) => {
        await app.by('customers:read')
        const found = await findShoppers(app, { siteIds: await app.directory.siteIds(), text })
        const records = await Promise.all(found.map((one) => showShopper(app, one)))
        const name = ({ firstName, lastName }: (typeof records)[number]) =>
          [firstName, lastName].filter((part) => part !== undefined).join(' ')
        const rows = records.map((one) => [
          one.id,
          one.siteId,
          one.storeCustomerId,
          one.email ?? '',
          name(one),
          String(one.cards.filter(({ status }) => status === 'active').length),
        ])
        const headings = ['id', 'site', "store's", 'email', 'name', 'cards']
        print({ data: records }, rows.length === 0 ? 'Nothing was found.' : table(headings, rows))
      }),
    )
  shopper
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one customer of a store, with the stored cards')
    .action((id: ShopperId) =>
      withApp(async (app) => {
        await app.by('customers:read')
        const found = await findShopper(app.db, id)
        if (!found) throw new Error(`There is no shopper ${id}.`)
        const { cards, ...facts } = await showShopper(app, found)
        const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
        const rows = cards.map((one) => [one.id, one.brand, one.card, one.expiry, one.status])
        const headings = ['card', 'brand', 'number', 'expiry', 'status']
        const text = [...lines, rows.length === 0 ? 'No stored cards.' : table(headings, rows)].join('\n')
        print({ ...facts, cards }, text)
      }),
    )
  shopper
    .command('remove-card')
    .argument('<cardId>', '', idArgument('cardId'))
    .description('delete a stored card; its number is destroyed')
    .action((cardId: StoredCardId) =>
      withApp(async (app) => {
        const by = await app.by('stored_cards:delete')
        const siteId = await siteOfCard(app, cardId)
        if (siteId === undefined) throw new Error(`There is no stored card ${cardId}.`)
        await removeCard(app, { by, siteId, id: cardId, alongside: () => [] })
        print({ id: cardId, status: 'removed' }, `Stored card ${cardId} is deleted.`)
      }),
    )
  return shopper
}
