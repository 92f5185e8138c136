import { Command } from 'commander'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { findShopper, findShoppers, removeCard, showShopper, siteOfCard } from '#acquiring/shoppers'
import { idArgument } from './arguments.ts'
import { table, withApp } from './with-app.ts'

type Json = { json?: true }

/** Customers of stores and their stored cards. The customers of partners are `florin customer`. */
export function shopperCommand(): Command {
  const shopper = new Command('shopper').description('customers of stores, and their stored cards')
  shopper
    .command('find')
    .argument('<what>', "the id, the store's number, or the e-mail address")
    .description('find customers of stores; only exact matches, the newest 100')
    .option('--json', 'as JSON')
    .action((text: string, { json }: Json) =>
      withApp(async (app) => {
        const found = await findShoppers(app, { siteIds: await app.directory.siteIds(), text })
        const records = await Promise.all(found.map((one) => showShopper(app, one)))
        if (json) return console.log(JSON.stringify({ data: records }, undefined, 2))
        if (records.length === 0) return console.log('Nothing was found.')
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
        console.log(table(['id', 'site', "store's", 'email', 'name', 'cards'], rows))
      }),
    )
  shopper
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one customer of a store, with the stored cards')
    .option('--json', 'as JSON')
    .action((id: ShopperId, { json }: Json) =>
      withApp(async (app) => {
        const found = await findShopper(app.db, id)
        if (!found) throw new Error(`There is no shopper ${id}.`)
        const { cards, ...facts } = await showShopper(app, found)
        if (json) return console.log(JSON.stringify({ ...facts, cards }, undefined, 2))
        for (const [name, value] of Object.entries(facts)) console.log(`${name}: ${value}`)
        const rows = cards.map((one) => [one.id, one.brand, one.card, one.expiry, one.status])
        console.log(
          rows.length === 0 ? 'No stored cards.' : table(['card', 'brand', 'number', 'expiry', 'status'], rows),
        )
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
        console.log(`Stored card ${cardId} is deleted.`)
      }),
    )
  return shopper
}
