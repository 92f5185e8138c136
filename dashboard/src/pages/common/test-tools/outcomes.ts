/** What the sandbox, and the test systems of processors, say of their cards and amounts, in Romanian; its codes stay as programs know them. */
const sentences: readonly (readonly [english: RegExp, romanian: string])[] = [
  [/^Approved; challenged over (.+)$/, 'Aprobat; peste $1 se cere confirmarea (3-D Secure)'],
  [/^Approved; authenticated over (.+) without a challenge$/, 'Aprobat; peste $1 autentificat fără confirmare'],
  [/^Always challenged, then approved$/, 'Se cere mereu confirmarea, apoi aprobat'],
  [/^Always fails the authentication, without a challenge$/, 'Autentificarea eșuează mereu, fără confirmare'],
  [
    /^Approved; over (.+) the authentication is attempted and counts as made$/,
    'Aprobat; peste $1 autentificarea este încercată și se consideră făcută',
  ],
  [
    /^Requires authentication: always challenged, and declined as (\w+) where that is not possible$/,
    'Cere autentificare: mereu cu confirmare, și respins ca $1 unde nu se poate',
  ],
  [
    /^Approved; disputed as fraud (\d+) days after it was captured, and lost (\d+) days later$/,
    'Aprobat; contestat ca fraudă la $1 zile după încasare și pierdut la $2 zile după aceea',
  ],
  [
    /^Approved; disputed as not received (\d+) days after it was captured, and won (\d+) days later$/,
    'Aprobat; contestat ca neprimit la $1 zile după încasare și câștigat la $2 zile după aceea',
  ],
  [
    /^Declined by the connector sandbox: (\w+); approved by a sandbox of another name$/,
    'Respins de conectorul sandbox: $1; aprobat de un sandbox cu alt nume',
  ],
  [
    /^Approved for the shopper; merchant-initiated payments over (.+) are declined: (\w+)$/,
    'Aprobat pentru cumpărător; plățile inițiate de comerciant peste $1 sunt respinse: $2',
  ],
  [
    /^Approved for the shopper; merchant-initiated payments are declined: (\w+)$/,
    'Aprobat pentru cumpărător; plățile inițiate de comerciant sunt respinse: $1',
  ],
  [/^Declined: insufficient funds$/, 'Respins: fonduri insuficiente'],
  [
    /^Declined: the bank did not respond to the processor in time$/,
    'Respins: banca nu a răspuns procesatorului la timp',
  ],
  [/^Pending at the bank for an hour, then approved$/, 'În așteptare la bancă o oră, apoi aprobat'],
  [/^Approved$/, 'Aprobat'],
  [/^Declined: the card is reported lost$/, 'Respins: cardul este declarat pierdut'],
  [/^Declined: the card is reported stolen$/, 'Respins: cardul este declarat furat'],
  [/^Declined: the card has expired$/, 'Respins: cardul a expirat'],
  [/^Declined: the security code is wrong$/, 'Respins: codul de securitate este greșit'],
  [/^Challenged, then declined by the bank$/, 'Se cere confirmarea, apoi respins de bancă'],
  [/^Approved, then disputed as fraud$/, 'Aprobat, apoi contestat ca fraudă'],
  [/^Approved, then disputed as not received$/, 'Aprobat, apoi contestat ca neprimit'],
  [/^Approved; a refund is done, and fails later$/, 'Aprobat; o rambursare se face și eșuează mai târziu'],
  [/^Declined: the card is lost or stolen$/, 'Respins: cardul este pierdut sau furat'],
  [/^Declined: the bank cannot be reached$/, 'Respins: nu se poate ajunge la bancă'],
  [
    /^Challenged where 3-D Secure is asked for: the password is "(\w+)"$/,
    'Se cere confirmarea unde se folosește 3-D Secure: parola este „$1”',
  ],
  [/^Declined by the bank$/, 'Respins de bancă'],
  [/^Rejected by the processor$/, 'Refuzat de procesator'],
  [
    /^The response is malformed; a later inquiry finds the payment rejected by the processor$/,
    'Răspunsul nu se poate citi; o întrebare ulterioară află că procesatorul a refuzat plata',
  ],
  [
    /^No response; a later inquiry does not find the payment$/,
    'Niciun răspuns; o întrebare ulterioară nu găsește plata',
  ],
  [/^Declined: (\w+)$/, 'Respins: $1'],
]

/** A sentence that is not known stays as it is. */
export function inRomanian(english: string): string {
  const [, what, holderName] = /^(.+), when the name of its holder is (\w+)$/.exec(english) ?? []
  if (what !== undefined) return `${inRomanian(what)}, când numele titularului este ${holderName}`
  const known = sentences.find(([pattern]) => pattern.test(english))
  return known ? english.replace(...known) : english
}
