import { alter, type Corruption, double, first, remove, set } from './corruptions.ts'

const event = first('webhooks.events', `status = 'delivered'`)
const attempt = `select event || '/' || attempt as key from webhooks.attempts order by event, attempt limit 1`
const copied =
  'partner_id, holder_id, event_id, event_type, body, retries, status, attempts, tries_left, created_at, delivered_at'

export const webhookCorruptions: readonly Corruption[] = [
  ['a webhook removed', 'webhook', event, remove('webhooks.events')],
  ['a webhook doubled', 'webhook', event, double('webhooks.events', copied)],
  ...alter('webhooks.events', 'webhook', {
    'what a webhook says': `body = replace(body, 'pending_review', 'approved') || ' '`,
    'a webhook of another kind': `event_type = 'cardStatusChanged'`,
    'a webhook to another partner': 'partner_id = partner_id + 1',
    'a webhook about another customer': `holder_id = 'cust_00000000000000000000000000'`,
    'a webhook with another id': `event_id = 'evt_00000000000000000000000000'`,
    'a webhook dated back': `created_at = created_at - interval '1 day'`,
    'an attempt of a webhook more': 'attempts = attempts + 1',
  }),
  [
    'a webhook for the year after next',
    'webhook',
    event,
    set('webhooks.events', `status = 'waiting', delivered_at = null, due_at = created_at + interval '2 years'`),
  ],
  [
    'a webhook delivered at another time',
    'webhook',
    event,
    set('webhooks.events', `delivered_at = delivered_at + interval '1 hour'`),
  ],
  ...Object.entries({
    'an attempt of a webhook that went elsewhere': `url = 'https://mallory.example'`,
    'an attempt of a webhook with another answer': `http_status = 500, outcome = 'refused'`,
    'an attempt of a webhook with another delivery id': 'delivery_id = gen_random_uuid()',
  }).map(
    ([sentence, changes]): Corruption => [
      sentence,
      'attempt of webhook',
      attempt,
      (_key, id, number) => `update webhooks.attempts set ${changes} where event = ${id} and attempt = ${number}`,
    ],
  ),
]
