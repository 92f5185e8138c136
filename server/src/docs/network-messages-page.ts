import { kindOf, messageTypes } from '#connectors/network/iso8583/message-kinds.ts'
import { type Purpose, purposes } from '#connectors/network/message.ts'
import { cardCells, cells, type Message, states } from '#issuing/spending'

/** What each message of a card network does, as the tables of the code have it. */
export function networkMessagesPage(): string {
  return `# What a message does

Made from the code by \`npm run docs\`. How to connect a network is in [connecting a card network](network.md), what is certain
about messages in [spending](spending.md).

A message of any dialect is read as one of eight: ISO 8583 by its type and the purpose in its processing code (field 3), JSON
by its address, and the row of a clearing file by its \`kind\`. What it does depends on the type of the transaction that it is
about, and on its state. It finds that transaction by the key that it names (field 90), and by no other name when that key is
unknown; or else by the network's id of it, the acquirer's reference or the authorization code, among transactions of its own
network: by the best name that one has which it can be about, and of several the newest. One that is named before it comes is
joined when it comes: by all that name it, and by the number of the card before it where that was reissued.

Messages of several types may have one key, such as a request and the advice of a network that has stood in. Field 90 begins
with the type that is meant; that one is found as long as the message does something about it, or else the one that waits. Until the message with the key has
come, those that name it are about one another's transaction: a clearing about the amount that an advice holds, a reversal about both. What was
reversed is declined when it comes; what has expired is held. A reversal that comes first by its names declines one message, the first with them.

What is not joined:

- An advice that names no message is a decision of its own. It holds besides an approval with the same names, until one of them is reversed or expires.
- A reversal in part that comes first declines its original like any other. What stays of the amount is booked by its clearing.
- An advice that takes the place of a single message while the partner is asked holds its amount, and waits for a clearing.
- An increment at another merchant, or of an approval that was cleared whole, is a payment of its own with its own hold.
- A presentment is known by \`acquirerId\` and \`presentmentId\`, whichever network or file brings it: the numbers of acquirers are the same in all.

Every message states its direction: it takes money, brings it, or asks. A clearing is about no refund unless its purpose is
one, and then it is a \`refund\`; without a purpose it takes money. Neither is the reversal of a payment about a refund, or the other way round: its
purpose is that of its original, by field 3 or \`purpose\`. A reversal without one is about a payment; only a key finds a refund then. A clearing that
names an inquiry alone is refused.

## ISO 8583

| Type | ${purposes.join(' | ')} |
| --- | ${purposes.map(() => '---').join(' | ')} |
${messageTypes.map((type) => `| 0${type}0 | ${purposes.map((purpose) => kindOf[type][purpose]).join(' | ')} |`).join('\n')}

A \`presentment\` is a clearing, or a refund when its purpose is one; with a decision in field 39 that is no approval (00, 08, 10,
11, 16, 85) it is the advice of a decline.

${(Object.keys(meanings) as Message[]).map(tableOf).join('\n\n')}

## Cards

Which requests a card takes. The status decides about requests alone; the code of a decline is in
[spending](spending.md#why-was-it-declined). An account is open as long as one of its cards is.

| Status | ${purposes.join(' | ')} |
| --- | ${purposes.map(() => '---').join(' | ')} |
${Object.entries(cardCells)
  .map(([status, row]) => `| ${status} | ${purposes.map((purpose) => row[purpose]).join(' | ')} |`)
  .join('\n')}

\`returned\`: money that a payment has taken comes back, and is no original credit. \`recurring\`: a merchant charges again and
again, and the card takes the place of one that was reissued.
`
}

const meanings: Readonly<Record<Message, string>> = {
  request:
    'A request that the rules approve (0100). `hold`: the amount is held; `announce`: a refund waits for its money; `answer`: it only asks; `join`: it was named before it came, and nothing is held twice; `decline`: what came before it was reversed (05).',
  single:
    'A single message that the rules approve (0200, or `posts`). `post`: the money is booked at once, taken or brought; `join`: so is what a clearing that came first has not booked.',
  increment:
    'A request that adds to an approval, at the same merchant. `increase`: the amount joins the hold; `join`: what a clearing has taken above the approvals is not held again, and more is judged; `judge`: it is a request of its own.',
  advice:
    'A decision of others that was an approval (0120). `hold`: as much is held as the account has; `replace`: the amount takes the place of the one before; `rest`: so it does, less what was cleared, while parts of the clearing are to come; `nothing`: the money has moved, or the approval was reversed; `complete`: it only asked.',
  declineAdvice: 'A decision of others that was a decline. `record`: it is kept, and changes nothing.',
  reversal:
    'An approval is not used (0400, 0420). `release`: what is held is released; `return`: a single message is paid back; `debit`: what it has credited is debited; `wait`: it declines its original when that comes; `nothing`: it is answered with 00.',
  clearing:
    'Money is taken (0220, or a row of a file). `clear`: it is booked from the hold; `rest`: what it says above what the single message has booked is booked; `force`: it is booked by itself; `refuse`: code 12. A clearing whose purpose is a refund is a `refund`.',
  refund:
    'Money is brought (0220, or a row of a file). `credit`: it joins the transaction; `open`: it is one of its own.',
}

function tableOf(message: Message): string {
  const rows = purposes.map((purpose: Purpose) => `| ${purpose} | ${cells[message][purpose].join(' | ')} |`)
  return `## ${message}

${meanings[message]}

| Type | ${states.join(' | ')} |
| --- | ${states.map(() => '---').join(' | ')} |
${rows.join('\n')}`
}
