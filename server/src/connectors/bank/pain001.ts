import assert from 'node:assert/strict'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, formatMoney } from '#kernel/base/money.ts'
import type { Debtor, Transfer } from './port.ts'
import { isSepaReference, toSepaText } from './sepa-text.ts'

/** A transfer to an IBAN: what a file can carry. */
export type FileTransfer = Transfer & { to: { iban: string } }

export type CreditTransferFile = {
  /** At most 35 characters; no two files of one sender have the same. */
  messageId: string
  madeAt: Instant
  /** The day on which the bank is to carry the transfers out. */
  executeOn: Temporal.PlainDate
  debtor: Debtor
  transfers: readonly FileTransfer[]
}

/**
 * A file of credit transfers, `pain.001.001.09` of ISO 20022 with the usage rules of the SEPA credit transfer (EPC132-08):
 * a group for each currency, each with its count and sum. Euros go as SEPA transfers with shared charges; other currencies
 * leave the way to the bank.
 */
export function writePain001({ messageId, madeAt, executeOn, debtor, transfers }: CreditTransferFile): string {
  assert(isSepaReference(messageId), `${messageId} is no message id`)
  assert(transfers.length > 0, 'a file has a transfer')
  const byCurrency = [...Map.groupBy(transfers, ({ amount }) => amount.currency)]
  const groups = byCurrency.map(([currency, ofOne]) => groupOf({ currency, messageId, executeOn, debtor }, ofOne))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('Document', { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }, [
      element('CstmrCdtTrfInitn', {}, [
        element('GrpHdr', {}, [
          value('MsgId', messageId),
          value('CreDtTm', madeAt.toString({ smallestUnit: 'second' })),
          value('NbOfTxs', String(transfers.length)),
          value('CtrlSum', controlSum(transfers)),
          element('InitgPty', {}, [value('Nm', toSepaText(debtor.name, 70))]),
        ]),
        ...groups,
      ]),
    ]),
    '',
  ].join('\n')
}

/** By which a file names its group of a currency. */
export const groupIdOf = (messageId: string, currency: Currency): string => `${messageId.slice(0, 31)}-${currency}`

/** The message id that the id of a group begins with, of a message id that is not too long for it. */
export const messageIdOf = (groupId: string): string => groupId.replace(/-[A-Z]{3}$/, '')

type Group = Pick<CreditTransferFile, 'messageId' | 'executeOn' | 'debtor'> & { currency: Currency }

function groupOf({ currency, messageId, executeOn, debtor }: Group, transfers: readonly FileTransfer[]): string {
  const isSepa = currency === 'EUR'
  return element('PmtInf', {}, [
    value('PmtInfId', groupIdOf(messageId, currency)),
    value('PmtMtd', 'TRF'),
    value('NbOfTxs', String(transfers.length)),
    value('CtrlSum', controlSum(transfers)),
    ...(isSepa ? [element('PmtTpInf', {}, [element('SvcLvl', {}, [value('Cd', 'SEPA')])])] : []),
    element('ReqdExctnDt', {}, [value('Dt', executeOn.toString())]),
    element('Dbtr', {}, [value('Nm', toSepaText(debtor.name, 70))]),
    element('DbtrAcct', {}, [element('Id', {}, [value('IBAN', debtor.iban)])]),
    element('DbtrAgt', {}, [agentOf(debtor.bic)]),
    value('ChrgBr', isSepa ? 'SLEV' : 'SHAR'),
    ...transfers.map(transferOf),
  ])
}

/** A bank without a BIC is named by its IBAN alone. */
const agentOf = (bic: string | undefined): string =>
  element('FinInstnId', {}, [
    bic === undefined ? element('Othr', {}, [value('Id', 'NOTPROVIDED')]) : value('BICFI', bic),
  ])

function transferOf({ endToEndId, amount, to, remittance }: FileTransfer): string {
  assert(isSepaReference(endToEndId), `${endToEndId} is no end-to-end id`)
  return element('CdtTrfTxInf', {}, [
    element('PmtId', {}, [value('EndToEndId', endToEndId)]),
    element('Amt', {}, [value('InstdAmt', formatMoney(amount), { Ccy: amount.currency })]),
    ...(to.bic === undefined ? [] : [element('CdtrAgt', {}, [agentOf(to.bic)])]),
    element('Cdtr', {}, [value('Nm', toSepaText(to.holderName, 70))]),
    element('CdtrAcct', {}, [element('Id', {}, [value('IBAN', to.iban)])]),
    element('RmtInf', {}, [value('Ustrd', toSepaText(remittance, 140))]),
  ])
}

/** The sum of all amounts as they are written, whatever their currencies: a check that none was lost. */
function controlSum(transfers: readonly FileTransfer[]): string {
  const decimalsMax = Math.max(...transfers.map(({ amount }) => decimalsOf(formatMoney(amount))))
  const sum = transfers.reduce((total, { amount }) => {
    const text = formatMoney(amount)
    return total + amount.minor * 10n ** BigInt(decimalsMax - decimalsOf(text))
  }, 0n)
  const digits = String(sum).padStart(decimalsMax + 1, '0')
  return decimalsMax === 0 ? digits : `${digits.slice(0, -decimalsMax)}.${digits.slice(-decimalsMax)}`
}
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

type Attributes = Readonly<Record<string, string>>

const element = (name: string, attributes: Attributes, children: readonly string[]): string => {
  const inside = children.flatMap((child) => child.split('\n')).map((line) => `  ${line}`)
  return [`<${name}${written(attributes)}>`, ...inside, `</${name}>`].join('\n')
}
const value = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${written(attributes)}>${escaped(text)}</${name}>`

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, text]) => ` ${name}="${escaped(text)}"`)
    .join('')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
