/** What the modules of issuing refuse, in Romanian, by the codes of the refusals. */
export const issuingInRomanian: Readonly<Record<string, string>> = {
  account_not_found: 'Clientul nu are contul {accountId}.',
  account_exists: 'Clientul are deja un cont deschis în {currency}: {accountId}.',
  account_closed: 'Contul este închis.',
  account_not_empty: 'Contul are {balance} {currency}. Cheltuiește sau retrage banii înainte de a-l închide.',
  account_has_holds: '{held} {currency} din cont sunt blocați pentru tranzacții cu cardul care nu sunt încă decontate.',
  statement_in_future: 'Un extras se încheie cel târziu astăzi, adică {today} în fusul lui orar.',
  statement_period_reversed: 'Un extras începe cel târziu în ziua în care se încheie ({to}).',
  statement_period_too_long: 'Perioada are {days} zile. Un extras acoperă cel mult {most}.',
  statement_too_long: 'Perioada are {count} mișcări, iar un extras cel mult {most}. Alege o perioadă mai scurtă.',
  too_many_statements: 'Extrasele acestui client au fost citite prea des. Așteaptă {retryAfterSeconds} secunde.',
  account_has_topups: '{count} alimentări ale contului sunt în curs. Așteaptă să fie plătite sau să expire.',
  account_has_disputes: '{count} contestații ale plăților din cont nu sunt decise. Așteaptă deciziile sau anulează-le.',
  account_has_cards: 'Contul are {count} carduri care nu sunt închise. Închide-le mai întâi.',

  issued_card_not_found: 'Clientul nu are cardul {cardId}.',
  card_product_not_found: 'Programul nu are produsul de card {productId}.',
  card_product_inactive: 'Produsul de card nu mai emite carduri noi.',
  card_kind_not_offered: 'Produsul de card nu emite acest fel de carduri.',
  card_currency_not_offered: 'Produsul nu are carduri în {currency}; are în {offered}.',
  card_account_missing: 'Clientul nu are un cont deschis în {currency}. Deschide-i mai întâi unul.',
  card_delivery_missing: 'Un card fizic are nevoie de {field}.',
  card_delivery_not_needed: 'Un card virtual nu se trimite nicăieri: lasă gol {field}.',
  card_transition: 'Starea de acum a cardului nu permite aceasta.',
  card_suspended_otherwise: 'Cardul nu este suspendat de personal, ci pentru altceva.',
  card_reissued_already: 'Cardul are deja un succesor.',
  too_many_activations: 'Cifrele acestui card au fost încercate prea des. Așteaptă {retryAfterSeconds} secunde.',
  wrong_last_four: 'Acestea nu sunt ultimele patru cifre ale acestui card.',
  card_is_virtual: 'Un card virtual este activ de la emitere; nu este nimic de făcut.',
  card_secrets_unavailable: 'În starea de acum a cardului, datele lui nu se arată.',
  pin_blocked: 'PIN-ul este blocat după trei încercări greșite. Deblochează-l mai întâi.',
  pin_not_changed: 'PIN-ul nu a fost schimbat. Trimite din nou cu alt Idempotency-Key.',
  pin_not_blocked: 'PIN-ul cardului nu este blocat.',
  invalid_control: 'O limită este mai mare decât zero, cu zecimalele monedei cardului.',
  wallet_not_configured: 'Programul nu are portofelul {wallet}. Îl configurează operatorul lui.',
  bureau_run_not_open:
    'Nu există o rulare {runId} pentru birou care poate fi continuată sau abandonată: a fost terminată, abandonată sau preluată de altă comandă.',
  bureau_key_missing: 'Produsul de card nu are un birou de personalizare.',
  too_many_cards: 'Acestui client i s-au emis prea multe carduri. Așteaptă {retryAfterSeconds} secunde.',

  transaction_not_found: 'Nu există această tranzacție.',
  challenge_not_found: 'Nu există această verificare 3-D Secure.',

  disputed_transaction_not_found: 'Nu există tranzacția {transactionId}.',
  transaction_not_disputable:
    'Starea de acum a tranzacției nu permite o contestație. Cumpărăturile și retragerile pot fi contestate după decontare.',
  dispute_too_late:
    'Tranzacția a fost decontată la {settledAt}. Putea fi contestată timp de {days} zile, până la {until}.',
  dispute_exceeds_transaction:
    'Din tranzacție se pot contesta cel mult {most} {currency}: ce s-a decontat, fără ce s-a rambursat și ce s-a câștigat înainte.',
  dispute_open: 'Tranzacția are deja o contestație deschisă: {disputeId}. Așteaptă decizia sau anuleaz-o.',
  disputed_account_closed: 'Contul plății este închis și nu i se mai poate credita nimic.',
  nothing_to_dispute: 'Toată tranzacția a fost rambursată sau contestată înainte.',
  invalid_dispute_amount: 'Scrie o sumă în {currency}, mai mare decât zero.',
  dispute_decided: 'Starea de acum a contestației nu permite aceasta.',
  dispute_on_us:
    'Plata s-a făcut la această instalare, iar conectorul ei pentru cardurile proprii nu o cunoaște. Rambursează plata acolo; atunci contestația se pierde aici, fiindcă banii sunt înapoi.',

  chain_not_found: 'Nu există blockchainul {chain}.',
  invalid_chain_name: 'Numele unui blockchain are litere mici, cifre și liniuțe, de exemplu ethereum.',
  invalid_chain_id: 'Numărul unui blockchain este cel din EIP-155, de exemplu 1 pentru Ethereum.',
  chain_id_taken: 'Blockchainul {evmId} este urmărit sub alt nume.',
  chain_id_differs: 'Blockchainul {chain} are numărul {evmId}, care nu se schimbă.',
  xpub_missing: 'Un blockchain nou are nevoie de o cheie publică extinsă (xpub) pentru adresele lui.',
  invalid_xpub:
    'Aceasta nu este o cheie publică extinsă din BIP-32: începe cu xpub și are 111 caractere. Exportă-o din portofel, de la m/44’/60’/cont’.',
  private_key_given:
    'Aceasta este o cheie privată, și oricine a văzut-o poate lua toate monedele. Fă alt portofel și dă cheia lui PUBLICĂ extinsă (xpub).',
  public_test_key: 'Cheia privată a acestui xpub este cunoscută de toată lumea. Folosește una a ta.',
  invalid_asset: '{asset} nu este dintre monedele digitale pe care le cunoaște Florin: {known}.',
  invalid_contract:
    'Un contract este o adresă scrisă ca în EIP-55, de exemplu 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed.',
  contract_differs: 'Contractul și zecimalele pentru {asset} pe acest blockchain nu se schimbă. Adaugă altă monedă.',
  contract_taken: 'Blockchainul are deja o monedă cu acest contract.',
  invalid_decimals: 'Zecimalele sunt un număr întreg de la 0 la 36, cum spune contractul.',
  invalid_confirmations: 'Confirmările sunt un număr întreg de la 1 la 100.',
  invalid_range:
    'Scrie cea mai mică și cea mai mare cantitate ca numere zecimale ale monedei, prima nu peste a doua și nu 0.',
  addresses_used_up: 'Cheia publică extinsă nu mai are adrese. Operatorul dă blockchainului alta.',

  customer_not_there: 'Nu există clientul {customerId}.',
  customer_closed: 'Acest client este închis și nu se poate autentifica.',
  parked_email_not_found: 'Nu există e-mailul oprit {id} către un client.',
  parked_email_expired: 'Timpul acestui e-mail a trecut; clientul cere unul nou.',
  too_many_attempts: 'Prea multe încercări. Așteaptă {retryAfterSeconds} secunde și încearcă din nou.',

  kyc_not_approved: 'Clientul trebuie aprobat mai întâi.',
  kyc_transition: 'Starea KYC de acum nu permite aceasta.',
  kyc_not_open: 'În starea KYC de acum nu se poate trimite sau corecta nimic.',
  kyc_case_not_found: 'Nu există cazul KYC {id}.',
  kyc_case_not_waiting: 'Cazul KYC {id} nu așteaptă o decizie.',
  kyc_case_not_held: 'Nimeni altcineva nu se uită la cazul KYC {id}.',
  kyc_case_decided: 'Cazul KYC {id} este deja decis.',
  kyc_reviewer_not_found: 'Niciunul dintre colegii tăi care pot decide despre clienți nu are id-ul {staffId}.',
  kyc_document_not_found: 'Actul {documentId} nu este al clientului din cazul KYC {caseId}.',
  kyc_hits_open:
    'Clientul seamănă cu cineva de pe o listă de sancțiuni. Decide mai întâi potrivirile, sau respinge: {hits}.',
  invalid_step: '{typed} nu este un pas cu un motiv.',
  kyc_step_not_sent_back: 'Pasul nu a fost trimis înapoi, deci nu poate fi reluat.',
  kyc_step_not_taken: 'Acest pas nu poate fi trimis înapoi: clientul nu l-a făcut.',
  too_many_submissions: 'Prea multe trimiteri. Așteaptă {retryAfterSeconds} secunde și încearcă din nou.',

  report_not_found: 'Nu există raportul {reportId}.',
  report_day_not_found: 'Raportul {reportId} nu are rândul {row}.',
  report_invalid: 'Raportul nu poate fi citit și nu s-a păstrat nimic din el. {wrong}',
  report_day_agrees: '{day} {currency} se potrivește cu ce s-a înregistrat: nu este nimic de explicat.',
  report_day_matched: '{day} {currency} este deja potrivită și de atunci nu s-a schimbat nimic.',
  report_day_differs:
    '{day} {currency} diferă de ce s-a înregistrat. Spune mai întâi de ce: potrivește rândul {row} al raportului {reportId}.',
  report_day_settled: '{day} {currency} este deja decontată.',
  report_day_not_over: '{day} (UTC) nu s-a încheiat. Decontează {currency} când nu se mai înregistrează nimic în ea.',
  report_day_empty: 'După acest raport, pentru {day} {currency} nu este nimic de plătit.',

  product_not_found: 'Nu există produsul de card {productId}.',
  programme_partner_not_found: 'Nu există un partener cu acest id.',
  invalid_prefix:
    'Un prefix are între 6 și 14 cifre și începe cu 2 până la 6: primele cifre ale fiecărui număr de card al produsului.',
  prefix_taken: 'Numerele de card cu acest prefix sunt ale produsului {productId}.',
  invalid_card_kind: 'Un produs emite carduri virtuale, carduri fizice sau amândouă.',
  invalid_months: 'Cardurile sunt valabile între 1 și 120 de luni.',
  invalid_expiry_order: 'Ordinea datei de expirare în CVV2 este YYMM sau MMYY.',
  invalid_service_code: 'Un cod de serviciu are trei cifre, de exemplu 201.',
  invalid_amount_of: 'Scrie nume:monedă:sumă, de exemplu day:EUR:1000.00, cu unul dintre {choices}.',
  invalid_markup: 'Adaosul este un procent cu cel mult două zecimale, de exemplu 2.50.',
  invalid_return_url:
    'Scrie o adresă web de cel mult 1000 de caractere, de exemplu https://app.example/verified; doar mașina unui dezvoltator poate folosi http.',
  invalid_kyc_valid: 'Valabilitatea KYC este o durată, de exemplu P1Y sau P6M.',
  topup_site_not_found: 'Nu există magazinul {siteId}.',
  topup_site_of_other_environment:
    'Magazinul {siteId} și partenerul trebuie să fie amândoi reali sau amândoi de test: cu carduri de test s-ar plăti bani adevărați.',
  topup_site_not_ready:
    'Florin trebuie să afle tot ce se întâmplă cu plățile alimentărilor: pune magazinului {siteId} adresa de notificare {address}, cu rambursări parțiale și recontestări.',
  invalid_topup_limit:
    'Scrie o limită ca stare:margine:monedă:sumă, de exemplu approved:day:EUR:1000.00. Starea este approved sau in_progress, marginea min, max, day, week sau month.',
  invalid_topup_fee:
    'Scrie un comision ca tip:monedă:procent:fix, de exemplu fiat:EUR:1.50:0.25. Tipul este fiat sau crypto.',
  invalid_origin:
    'O origine este https:// și un nume de gazdă, fără cale: https://app.example. http este posibil doar pentru localhost.',
  invalid_public_key: 'Aceasta nu este o cheie publică RSA în PEM (BEGIN PUBLIC KEY).',
  invalid_certificate: 'Acesta nu este un certificat în PEM (BEGIN CERTIFICATE).',

  invalid_list_file: 'Rândul {line} nu poate fi citit. Lista a rămas cum era.',
  list_file_format: 'Fișierul nu este o listă {list}. Lista a rămas cum era.',
  list_rows_unreadable: '{count} rânduri nu pot fi citite: {first}. Lista a rămas cum era.',
  list_incomplete: 'Fișierul spune că are {should} intrări și are {actual}: nu este întreg. Lista a rămas cum era.',
  list_empty: 'Fișierul nu are nicio intrare. Lista a rămas cum era.',
  list_shrinks:
    'Fișierul are {actual} intrări, iar lista are {before}: cu peste {percent} % mai puține. Lista a rămas cum era.',
  list_older: 'Fișierul este din {published}, iar lista din {current}. Lista a rămas cum era.',
  invalid_person: 'O persoană de verificat are cel puțin un nume și cel mult {namesMax}.',
  hit_not_found: 'Nu există potrivirea {hitId}.',
  hit_transition: 'Starea de acum a potrivirii nu permite aceasta.',
  hit_reason_missing: 'O decizie despre o potrivire are un motiv: spune de ce este această persoană sau alta.',
  invalid_hit_decision: 'O potrivire se decide ca una dintre: {decisions}.',

  topup_not_found: 'Clientul nu are alimentarea {topupId}.',
  receipt_not_found: 'Nu există depozitul {receiptId} al unei alimentări.',
  receipt_transition: 'Starea de acum a depozitului nu permite aceasta.',
  deposit_not_confirmed: 'Depozitul nu este confirmat pe blockchainul lui.',
  deposit_not_creditable: 'Depunerea nu poate fi creditată.',
  deposit_not_returnable:
    'Clientul poate fi pe o listă de sancțiuni: întâi se decide potrivirea, iar ce este înghețat se eliberează.',
  deposit_sender_listed: 'Expeditorul este pe o listă de sancțiuni: depunerea este înghețată și apoi eliberată.',
  deposit_not_valued: 'Nu se poate spune cât valorează acest depozit: {why}. Returnează-l.',
  return_transaction_missing: 'Scrie tranzacția care a trimis monedele înapoi.',

  delivery_not_found: 'Nicio livrare {deliveryId} a acestui eveniment nu a fost trimisă la o adresă.',
  event_not_found: 'Acest partener nu are evenimentul {eventId}.',
  event_pending: 'Acest eveniment așteaptă deja să fie livrat.',
  event_not_waiting: 'Doar un eveniment care așteaptă poate fi oprit.',
  signing_key_missing: 'Partenerul nu are cheie de semnare. Fă-i mai întâi una.',
  too_many_events_to_replay:
    'Se potrivesc mai mult de {max} evenimente. Restrânge filtrele, de exemplu la mai puține zile.',
  webhook_url_missing: 'Partenerul nu are adresă de webhook sau nu este activ. Pune una, apoi trimite din nou.',
}
