import { type Html, html } from '#server/html/html.ts';
import { both } from '#stand-ins/kit/both.ts';
import { amountCents, type Transaction } from './schema.ts';

/** Values of the buttons on the payment page. */
export const CHOICES = [
  'card',
  'paypal',
  'payWithoutReturn',
  'fail',
  'failHere',
  'cancel',
  'return',
] as const;
export type Choice = (typeof CHOICES)[number];

const money = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** The page of an open transaction: the amount, the payee, and the ways to pay or not to pay. */
export function openPage(transaction: Transaction, payee: string): Html {
  return html`<h1>${both('Bezahlen', 'Payment')}</h1>
${summary(transaction, payee)}
<section class="card" aria-labelledby="card-title">
<h2 id="card-title">${both('Kreditkarte', 'Credit card')}</h2>
<form method="post">
<label>${both('Kartennummer (Testnummer)', 'Card number (test number)')}
<input type="text" name="number" value="4111 1111 1111 1111" inputmode="numeric" autocomplete="off" readonly></label>
${choice('card', 'Mit Karte zahlen', 'Pay by card', true)}
</form>
</section>
<section class="card" aria-labelledby="paypal-title">
<h2 id="paypal-title">PayPal</h2>
<form method="post">${choice('paypal', 'Mit PayPal zahlen', 'Pay with PayPal')}</form>
</section>
<section class="card" aria-labelledby="other-title">
<h2 id="other-title">${both('Andere Ausgänge erproben', 'Try other outcomes')}</h2>
<form method="post">
${choice('cancel', 'Zahlung abbrechen', 'Cancel the payment')}
${choice('fail', 'Zahlung scheitern lassen', 'Let the payment fail')}
${choice('failHere', 'Scheitern lassen und hier bleiben', 'Let it fail and stay here')}
${choice('payWithoutReturn', 'Zahlen, aber nicht zurückkehren', 'Pay without going back')}
${choice('return', 'Zurück zum Antrag, ohne zu zahlen', 'Back to the application without paying')}
</form>
<p>${both(
    'Oder schließen Sie dieses Fenster, ohne etwas zu wählen: Auch dann muss der Antrag richtig weitergehen.',
    'Or close this window without choosing anything: the application has to go on correctly then, too.',
  )}</p>
</section>`;
}

/** The page of a transaction that has ended; after a failure or cancellation it can still be paid. */
export function settledPage(transaction: Transaction, payee: string): Html {
  const isPaid = transaction.status === 'PAYED';
  return html`<h1>${outcomeTitle(transaction)}</h1>
${summary(transaction, payee)}
<section class="card">
<p>${both('Sie können dieses Fenster schließen.', 'You can close this window.')}</p>
<form method="post">
${choice('return', 'Zurück zum Antrag', 'Back to the application', true)}
${isPaid ? null : choice('card', 'Doch noch zahlen', 'Pay after all')}
</form>
</section>`;
}

/** The page for an address without a transaction. */
export function unknownPage(): Html {
  return html`<h1>${both('Diese Zahlung gibt es nicht', 'There is no such payment')}</h1>
<p>${both('Bitte starten Sie die Zahlung im Antrag neu.', 'Please start the payment again in the application.')}</p>`;
}

function outcomeTitle({ status }: Transaction): Html {
  if (status === 'PAYED') return both('Bezahlt', 'Paid');
  if (status === 'CANCELED') return both('Zahlung abgebrochen', 'Payment cancelled');
  return both('Zahlung gescheitert', 'Payment failed');
}

function summary({ request, reference }: Transaction, payee: string): Html {
  return html`<div class="card">
<p class="amount">${money.format(amountCents(request) / 100)}</p>
<dl>
<dt>${both('Empfänger', 'Payee')}</dt><dd>${payee}</dd>
<dt>${both('Verwendungszweck', 'Purpose')}</dt><dd>${request.purpose}</dd>
<dt>${both('Wofür', 'What for')}</dt><dd>${request.description}</dd>
<dt>${both('Kassenzeichen', 'Reference')}</dt><dd>${reference}</dd>
</dl>
</div>`;
}

function choice(value: Choice, de: string, en: string, isPrimary = false): Html {
  const look = isPrimary ? html` class="primary"` : null;
  return html`<button type="submit" name="choice" value="${value}"${look}>${both(de, en)}</button>`;
}
