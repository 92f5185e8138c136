/** Why a deposit is not credited by itself, by the code that Florin keeps; what a person has written stands as it is. */
export const parkWords = {
  en: {
    unknown_asset: 'A token that is none of ours',
    wrong_chain: 'Sent on another chain than was ordered',
    wrong_asset: 'Another coin than was ordered',
    sender_differs: 'Sent by another wallet than the order names',
    account_closed: 'The account is closed',
    customer_not_approved: 'The customer is not approved',
    above_maximum: 'More than the most of this coin',
    below_fee: 'Worth no more than its fee',
    sanctioned_sender: 'The sender is on a list of sanctions',
    customer_stopped: 'The customer is rejected, or on a list of sanctions',
  } as Readonly<Record<string, string>>,
  ro: {
    unknown_asset: 'Un token care nu este al nostru',
    wrong_chain: 'Trimis pe alt blockchain decât cel comandat',
    wrong_asset: 'Altă criptomonedă decât cea comandată',
    sender_differs: 'Trimis din alt portofel decât cel din comandă',
    account_closed: 'Contul este închis',
    customer_not_approved: 'Clientul nu este aprobat',
    above_maximum: 'Peste maximul acestei criptomonede',
    below_fee: 'Nu valorează mai mult decât comisionul',
    sanctioned_sender: 'Expeditorul este pe o listă de sancțiuni',
    customer_stopped: 'Clientul este respins sau pe o listă de sancțiuni',
  } as Readonly<Record<string, string>>,
}

/** What is decided of a deposit, by the word of its call. */
export const depositDecisions = {
  en: {
    credit: 'Credit',
    return: 'Returned',
    release: 'Release',
    writeOff: 'Write off',
    reclaim: 'Reclaim',
  },
  ro: {
    credit: 'Creditează',
    return: 'Returnată',
    release: 'Eliberează',
    writeOff: 'Scoate din evidență',
    reclaim: 'Recuperează',
  },
}
