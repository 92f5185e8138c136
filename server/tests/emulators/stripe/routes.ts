import { answerDispute, closeDispute } from './disputes.ts'
import { invalid } from './errors.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  type Form,
  metadataIn,
  part,
  textIn,
} from './intents.ts'
import { createRefund } from './refunds.ts'
import { showDispute, showEvent, showIntent, showPayout, showRefund, showTransaction } from './show.ts'
import { get, newId, type State } from './state.ts'

type Shown = Record<string, unknown>
type Request = { state: State; id: string; form: Form; expand: readonly string[] }
export type Route = {
  method: 'GET' | 'POST'
  /** `*` stands for an id. */
  path: string
  /** The parameters that it takes, without their indexes. Any other is refused, as Stripe does. */
  takes: readonly string[]
  run(request: Request): Shown
}

const card = ['number', 'exp_month', 'exp_year', 'cvc'].map((name) => `payment_method_data[card][${name}]`)
/** Of a wallet's device, for accounts that may send it. */
const token = ['number', 'exp_month', 'exp_year', 'tokenization_method'].map(
  (name) => `payment_method_data[card][network_token][${name}]`,
)
const address = ['line1', 'line2', 'city', 'state', 'postal_code', 'country'].map(
  (name) => `payment_method_data[billing_details][address][${name}]`,
)
const sent = [
  ...card,
  ...token,
  'payment_method_data[card][last4]',
  'payment_method_options[card][network_token][cryptogram]',
  'payment_method_options[card][network_token][electronic_commerce_indicator]',
  ...address,
  'payment_method_data[type]',
  'payment_method_data[billing_details][name]',
  'payment_method_data[billing_details][email]',
  'payment_method',
  'return_url',
  'payment_method_options[card][request_three_d_secure]',
  'expand[]',
]
const lineItems = [
  'amount_details[enforce_arithmetic_validation]',
  'amount_details[discount_amount]',
  ...['product_name', 'product_code', 'quantity', 'unit_cost', 'tax][total_tax_amount'].map(
    (name) => `amount_details[line_items][][${name}]`,
  ),
  'payment_details[order_reference]',
]
const payment = [
  'setup_future_usage',
  'off_session',
  'error_on_requires_action',
  'payment_method_options[card][mit_exemption][network_transaction_id]',
]
const paging = ['limit', 'starting_after', 'ending_before', 'expand[]']

const intentRoutes = (
  object: 'payment_intent' | 'setup_intent',
  takes: { create: readonly string[]; confirm: readonly string[] },
): Route[] => {
  const base = `/v1/${object}s`
  const find = ({ state, id }: Request) => get(object === 'payment_intent' ? state.intents : state.setups, id)
  const show = (request: Request, change: () => Parameters<typeof showIntent>[1]) =>
    showIntent(request.state, change(), request.expand)
  return [
    {
      ...{
        method: 'POST',
        path: base,
        takes: [...takes.create, 'metadata[*]', 'customer', 'on_behalf_of', 'allowed_payment_method_types[]'],
      },
      run: (request) => show(request, () => createIntent(request.state, object, request.form)),
    },
    { method: 'GET', path: `${base}/*`, takes: ['expand[]'], run: (request) => show(request, () => find(request)) },
    {
      ...{ method: 'POST', path: `${base}/*/confirm`, takes: takes.confirm },
      run: (request) => show(request, () => confirmIntent(request.state, find(request), request.form)),
    },
    {
      ...{ method: 'POST', path: `${base}/*/cancel`, takes: ['cancellation_reason', 'expand[]'] },
      run: (request) => show(request, () => cancelIntent(request.state, find(request), request.form)),
    },
  ]
}

export const routes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/v1/account', takes: [] },
    run: () => ({
      id: 'acct_emulated',
      object: 'account',
      charges_enabled: true,
      payouts_enabled: true,
      settings: { dashboard: { display_name: 'Crumb & Co.' }, payouts: { schedule: { interval: 'daily' } } },
    }),
  },
  ...intentRoutes('payment_intent', {
    create: ['amount', 'currency', 'capture_method', 'statement_descriptor_suffix', 'description', ...lineItems],
    confirm: [...sent, ...payment],
  }),
  ...intentRoutes('setup_intent', { create: ['usage', 'description'], confirm: sent }),
  {
    ...{
      method: 'POST',
      path: '/v1/payment_intents/*/capture',
      takes: ['amount_to_capture', 'metadata[*]', 'amount_details[enforce_arithmetic_validation]', 'expand[]'],
    },
    run: ({ state, id, form }) => showIntent(state, captureIntent(state, get(state.intents, id), form)),
  },
  {
    ...{ method: 'POST', path: '/v1/customers', takes: ['metadata[*]', 'name', 'email', 'description'] },
    run: ({ state, form }) => {
      const customer = { id: newId('cus') }
      state.customers.set(customer.id, customer)
      return { ...customer, object: 'customer', livemode: false, metadata: metadataIn(form) }
    },
  },
  {
    ...{ method: 'POST', path: '/v1/refunds', takes: ['payment_intent', 'amount', 'metadata[*]', 'reason'] },
    run: ({ state, form }) => showRefund(createRefund(state, form)),
  },
  {
    ...{ method: 'GET', path: '/v1/refunds', takes: [...paging, 'payment_intent'] },
    run: ({ state, form }) => {
      const of = [...state.refunds.values()].filter(({ intent }) => intent === (form.payment_intent ?? intent))
      return listOf(of, form, showRefund)
    },
  },
  {
    ...{ method: 'GET', path: '/v1/disputes', takes: paging },
    run: ({ state, form }) => listOf([...state.disputes.values()], form, (one) => showDispute(state, one)),
  },
  {
    ...{ method: 'GET', path: '/v1/refunds/*', takes: ['expand[]'] },
    run: ({ state, id }) => showRefund(get(state.refunds, id)),
  },
  {
    ...{ method: 'GET', path: '/v1/disputes/*', takes: ['expand[]'] },
    run: ({ state, id }) => showDispute(state, get(state.disputes, id)),
  },
  {
    ...{ method: 'POST', path: '/v1/disputes/*', takes: ['evidence[*]', 'submit', 'metadata[*]'] },
    run: ({ state, id, form }) => {
      const evidence = metadataIn({ metadata: part(form, 'evidence') })
      answerDispute(state, get(state.disputes, id), evidence, form.submit === 'true')
      return showDispute(state, get(state.disputes, id))
    },
  },
  {
    ...{ method: 'POST', path: '/v1/disputes/*/close', takes: [] },
    run: ({ state, id }) => {
      closeDispute(state, get(state.disputes, id))
      return showDispute(state, get(state.disputes, id))
    },
  },
  {
    ...{ method: 'POST', path: '/v1/files', takes: ['purpose', 'file[name]', 'file[size]'] },
    run: ({ state, form }) => {
      if (form.purpose !== 'dispute_evidence') throw invalid('purpose', 'parameter_invalid')
      const file = {
        id: newId('file'),
        purpose: form.purpose,
        filename: textIn(form.file, 'name') ?? '',
        size: Number(textIn(form.file, 'size')),
      }
      state.files.set(file.id, file)
      return { ...file, object: 'file', created: state.now(), type: 'pdf' }
    },
  },
  {
    ...{ method: 'GET', path: '/v1/events', takes: [...paging, 'type', 'types[]', 'created[gte]'] },
    run: ({ state, form }) => {
      const types = Object.values(part(form, 'types') ?? {}).filter((type) => typeof type === 'string')
      const isWanted = (type: string) =>
        types.length === 0 ||
        types.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))
      const kept = state.events.filter(({ created }) => created > state.now() - 30 * 86_400)
      return listOf(
        kept.filter(({ type }) => isWanted(type)),
        form,
        showEvent,
        kept,
      )
    },
  },
  {
    ...{ method: 'GET', path: '/v1/payouts', takes: [...paging, 'status', 'created[gte]', 'created[gt]'] },
    run: ({ state, form }) => {
      const since = Number(textIn(part(form, 'created'), 'gte') ?? 0)
      const of = state.payouts.filter(({ status, created }) => status === (form.status ?? status) && created >= since)
      return listOf(of, form, showPayout)
    },
  },
  {
    ...{ method: 'GET', path: '/v1/payouts/*', takes: [] },
    run: ({ state, id }) => showPayout(get(new Map(state.payouts.map((one) => [one.id, one])), id)),
  },
  {
    ...{ method: 'GET', path: '/v1/balance_transactions', takes: [...paging, 'payout'] },
    run: ({ state, form, expand }) => {
      const of = state.transactions.filter(({ payout }) => form.payout === undefined || payout === form.payout)
      return listOf(of, form, (one) => showTransaction(state, one, expand))
    },
  },
]

/** A page of a list, newest first: behind `starting_after`, or what comes directly before `ending_before`. */
function listOf<T extends { id: string }>(
  oldestFirst: readonly T[],
  form: Form,
  show: (one: T) => Shown,
  /** What a cursor may name, where the list has only a part of it. */
  all: readonly { id: string }[] = oldestFirst,
): Shown {
  const limit = Number(form.limit ?? 10)
  if (!(limit >= 1 && limit <= 100)) throw invalid('limit', 'parameter_invalid_integer')
  const place = (name: string): number | undefined => {
    const id = textIn(form, name)
    if (id === undefined) return undefined
    get(new Map(all.map((one) => [one.id, one])), id)
    const order = new Map(all.map((one, index) => [one.id, index]))
    return oldestFirst.filter((one) => order.get(one.id)! <= order.get(id)!).length
  }
  const [after, before] = [place('starting_after'), place('ending_before')]
  const newer = before === undefined ? undefined : oldestFirst.slice(before)
  const older = after === undefined ? oldestFirst : oldestFirst.slice(0, Math.max(0, after - 1))
  const page = newer ? newer.slice(0, limit) : older.slice(-limit)
  const has_more = newer ? newer.length > limit : older.length > limit
  return { object: 'list', url: '/v1', data: page.toReversed().map(show), has_more }
}
