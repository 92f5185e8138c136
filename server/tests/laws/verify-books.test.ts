import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  authorized,
  bakeryDays,
  cancelled,
  entryOf,
  failed,
  foundAfter,
  managed,
  numberOf,
  type Plant,
  paid,
  parts,
  sumOfHour,
  verified,
  voided,
} from '../world/bakery-days.ts'
import { sampled } from '../world/length.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

const sumThatWaits = (merchant: number) =>
  `merchant ${merchant}: its money that waits is not the sum of what its payments and batches have waiting`

const entryPlants: Plant[] = [
  [
    'an entry with a line too many',
    [`insert into ledger.lines select id, 'income:fees', 'EUR', -5 from ledger.entries where reference = '${paid}'`],
    ['entry 9: its lines in EUR do not sum to zero', `${paid}: paymentCaptured does not fit the facts of its row`],
  ],
  [
    'an entry that balances in no currency of its own',
    [`update ledger.lines set currency = 'RON' where entry_id = ${entryOf(paid)} and account = 'acquirer:captured'`],
    [
      'entry 9: its lines in EUR do not sum to zero',
      'entry 9: its lines in RON do not sum to zero',
      `${paid}: paymentCaptured does not fit the facts of its row`,
    ],
  ],
  [
    'money booked to another account',
    [
      `update ledger.lines set account = 'merchant:666:pending' where entry_id = ${entryOf(paid)} and account like 'merchant%'`,
    ],
    [`${paid}: paymentCaptured does not fit the facts of its row`, sumThatWaits(101), sumThatWaits(666)],
  ],
  [
    'an entry that was taken out',
    [
      `delete from ledger.lines where entry_id = ${entryOf(paid)}`,
      `delete from ledger.entries where reference = '${paid}'`,
    ],
    [`${paid}: its history requires paymentCaptured, which is not in the ledger`, sumThatWaits(101)],
  ],
  [
    'an entry that was taken out and left its lines',
    [`delete from ledger.entries where reference = '${paid}'`],
    [
      'entry 9: it has lines and does not exist',
      `${paid}: its history requires paymentCaptured, which is not in the ledger`,
    ],
  ],
  [
    'an entry that lost its lines',
    [`delete from ledger.lines where entry_id = ${entryOf(paid)}`],
    ['entry 9: it has no lines', `${paid}: paymentCaptured does not fit the facts of its row`, sumThatWaits(101)],
  ],
  [
    'an entry of a payment that is not there',
    [
      `insert into ledger.entries (recipe, reference, posted_at) values ('paymentCaptured', 'payment 999', now())`,
      `insert into ledger.lines select max(id), 'income:fees', 'EUR', 5 from ledger.entries`,
      `insert into ledger.lines select max(id), 'acquirer:captured', 'EUR', -5 from ledger.entries`,
    ],
    ['entry 14: it has no cause'],
  ],
  [
    'an entry by an unknown recipe',
    [`update ledger.entries set recipe = 'gift' where reference = '${paid}'`],
    ['entry 9: it has no cause', `${paid}: its history requires paymentCaptured, which is not in the ledger`],
  ],
  [
    'an entry that the history of its payment does not call for',
    [
      `insert into ledger.entries (recipe, reference, posted_at) values ('paymentRefunded', '${paid}', now())`,
      `insert into ledger.lines select max(id), 'income:fees', 'EUR', 5 from ledger.entries`,
      `insert into ledger.lines select max(id), 'acquirer:captured', 'EUR', -5 from ledger.entries`,
    ],
    [`${paid}: paymentRefunded is in the ledger, and its history does not require it`],
  ],
]

const batchPlants: Plant[] = [
  [
    'a batch of another net',
    ['update settlement.batches set net_minor = net_minor + 5'],
    ['batch 1: its net is not the sum of its payments', 'batch 1: batchClosed does not fit the facts of its row'],
  ],
  [
    'a batch that says it has more payments than it has',
    ['update settlement.batches set payments = payments + 1'],
    ['batch 1: its number of payments is wrong'],
  ],
  [
    'a payment that was taken out of its batch',
    [`update payments.payments set batch_id = null where id = ${numberOf(paid)}`],
    [
      'batch 1: its net is not the sum of its payments',
      'batch 1: its number of payments is wrong',
      'batch 1: its payments are not those that it was closed with',
      'batch 1: what a merchant has earned in it is not what its payments say',
      sumThatWaits(101),
    ],
  ],
  [
    'a payment in the batch of a day before it was taken',
    [`update payments.payments set captured_at = captured_at + interval '2 days' where id = ${numberOf(paid)}`],
    [sumOfHour(101), 'batch 1: it has payments of other batches'],
  ],
  [
    'an authorization in a batch',
    [
      `update payments.payments set batch_id = 1 where id = ${numberOf(authorized)}`,
      'update settlement.batches set payments = payments + 1',
    ],
    ['batch 1: it has payments of other batches', 'batch 1: its payments are not those that it was closed with'],
  ],
  [
    'a payment in a batch that is not there',
    [`update payments.payments set batch_id = 99 where id = ${numberOf(managed)}`],
    [`${managed}: its batch does not exist`, sumThatWaits(101)],
  ],
  [
    'a batch that is not in the books',
    [
      `delete from ledger.lines where entry_id = (select id from ledger.entries where recipe = 'batchClosed')`,
      `delete from ledger.entries where recipe = 'batchClosed'`,
    ],
    ['batch 1: its history requires batchClosed, which is not in the ledger'],
  ],
  [
    'a batch that is booked twice',
    [
      `insert into ledger.entries (recipe, reference, posted_at) select 'paymentCaptured', reference, posted_at from ledger.entries where recipe = 'batchClosed'`,
      `insert into ledger.lines select max(id), 'income:fees', 'EUR', 5 from ledger.entries`,
      `insert into ledger.lines select max(id), 'acquirer:captured', 'EUR', -5 from ledger.entries`,
    ],
    ['batch 1: paymentCaptured is in the ledger, and its history does not require it'],
  ],
]

const holdPlants: Plant[] = [
  [
    'a hold of another amount',
    [`update ledger.holds set minor = 900 where reference = '${authorized}'`],
    [`${authorized}: its hold does not fit`],
  ],
  [
    'a hold that was voided while the authorization lives',
    [`update ledger.holds set status = 'voided' where reference = '${authorized}'`],
    [`${authorized}: its hold does not fit`],
  ],
  [
    'a hold that outlives the void',
    [`update ledger.holds set status = 'held' where reference = '${voided}'`],
    [`${voided}: its hold does not fit`],
  ],
  [
    'a hold that took another part than was captured',
    [`update ledger.holds set posted_minor = 500 where reference = '${parts}'`],
    [`${parts}: its hold does not fit`],
  ],
  [
    'a hold that is gone',
    [`delete from ledger.holds where reference = '${authorized}'`],
    [`${authorized}: its hold does not fit`],
  ],
  [
    'a hold for a payment that needs none, and one for nothing',
    [
      `update ledger.holds set reference = '${cancelled}' where reference = '${voided}'`,
      `update ledger.holds set reference = 'payment 999' where reference = '${authorized}'`,
    ],
    [
      `${voided}: its hold does not fit`,
      `${cancelled}: its hold does not fit`,
      `${authorized}: its hold does not fit`,
      'hold 3: its payment does not exist',
    ],
  ],
]

const accountPlants: Plant[] = [
  [
    'a checkpoint that is the sum of its lines',
    [
      `insert into ledger.checkpoints select account, currency, max(entry_id), sum(minor) from ledger.lines where entry_id <= 5 group by account, currency`,
      `insert into ledger.checkpoints select account, currency, max(entry_id), sum(minor) from ledger.lines where entry_id <= 9 group by account, currency on conflict do nothing`,
    ],
    [],
  ],
  [
    'a checkpoint that missed a line',
    [
      `insert into ledger.checkpoints select account, currency, 4, sum(minor) from ledger.lines where entry_id <= 4 group by account, currency`,
      `insert into ledger.checkpoints select account, currency, 6, sum(minor) from ledger.lines where entry_id <= 6 and entry_id <> 5 and account = 'income:fees' group by account, currency`,
    ],
    ['account income:fees in EUR: its checkpoint through entry 6 is not the sum of its lines'],
  ],
  [
    'a checkpoint of an account that never was',
    [`insert into ledger.checkpoints values ('income:gifts', 'EUR', 3, 100)`],
    ['account income:gifts in EUR: its checkpoint through entry 3 is not the sum of its lines'],
  ],
  [
    'kept balances of accounts that may not go below zero',
    [
      `insert into ledger.entries (recipe, reference, posted_at) values ('paymentCaptured', '${failed}', now())`,
      `insert into ledger.lines select max(id), 'holder:7:available', 'EUR', -500 from ledger.entries`,
      `insert into ledger.lines select max(id), 'holder:8:available', 'EUR', 400 from ledger.entries`,
      `insert into ledger.lines select max(id), 'holder:9:elsewhere', 'EUR', 100 from ledger.entries`,
      `insert into ledger.guarded_balances values ('holder:7:available', 'EUR', 501), ('holder:7:available', 'CHF', 1)`,
    ],
    [
      `${failed}: paymentCaptured is in the ledger, and its history does not require it`,
      'account holder:7:available in CHF: its kept balance is not the sum of its lines',
      'account holder:7:available in EUR: its kept balance is not the sum of its lines',
      'account holder:8:available in EUR: its kept balance is not the sum of its lines',
    ],
  ],
]

describe.each([
  ['entries', entryPlants],
  ['batches', batchPlants],
  ['holds', holdPlants],
  ['accounts', accountPlants],
])('differences of %s', (_name, plants) => {
  test.for(sampled(plants, Math.ceil(plants.length / 4)))('%s', async ([, statements, found]) => {
    expect(await foundAfter(history, statements)).toEqual(found)
  })
})

test('the books of a closed day are derived again: an entry that came too late, and a balance that was altered', async () => {
  const { url, open, plant, release } = await takeWarmDatabase(history)
  onTestFinished(release)
  const found = async () =>
    (await verified(url, open)).differences
      .filter(({ look }) => look.startsWith('ledger.day_balances'))
      .map(({ about, wrong, off }) => `${about}: ${wrong}, ${off}`)
  const wrong = 'what is kept of the day 2026-05-04 is not the sum of its lines'
  expect(await found()).toEqual([])
  const moved = (hours: number) =>
    `update ledger.entries set posted_at = posted_at - interval '${hours} hours' where reference = '${managed}'`
  // An entry of the next day, which is open, says that it was of the closed one.
  expect(await plant(moved(24))).not.toBe(0)
  expect(await found()).toEqual([
    `account acquirer:captured in EUR: ${wrong}, -10.00 EUR`,
    `account income:fees in EUR: ${wrong}, 0.39 EUR`,
    `account merchant:101:pending in EUR: ${wrong}, 9.61 EUR`,
  ])
  await plant(moved(-24))
  expect(await plant(`update ledger.day_balances set minor = minor + 5 where account = 'income:fees'`)).not.toBe(0)
  expect(await found()).toEqual([`account income:fees in EUR: ${wrong}, 0.05 EUR`])
})
