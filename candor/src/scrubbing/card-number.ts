// In one piece, or grouped as printed on the card; not part of an id, a longer number or a decimal.
const candidate =
  /(?<![a-z\d]|\d[.-])(?:\d{13,19}|\d{4}([ -])(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5}))(?![a-z\d]|[.-]\d)/gi;

// The first digits name the issuer: Visa; Mastercard; American Express; Diners Club; Discover, UnionPay and Maestro.
const issued = /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12,17}|6\d{15,18})$/;

/** Timestamps and most ids pass, because their first digits belong to no issuer. */
export function scrubCardNumbers(text: string, replacement: string): string {
  return text.replace(candidate, (found) => (isCardNumber(found.replace(/\D/g, '')) ? replacement : found));
}

function isCardNumber(digits: string): boolean {
  return issued.test(digits) && luhnSum(digits) % 10 === 0;
}

/** @see https://www.iso.org/standard/70484.html (ISO/IEC 7812-1, annex B) */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

// In print and in groups of four. Ids in lower case do not match.
const iban = /(?<![A-Z\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/g;

/** @see https://www.iso.org/standard/81090.html (ISO 13616-1) */
export function scrubIbans(text: string, replacement: string): string {
  return text.replace(iban, (found) => {
    // A word in capitals may follow the last group.
    for (let end = found.length; end >= 15; end = found.lastIndexOf(' ', end - 1))
      if (isIban(found.slice(0, end).replaceAll(' ', ''))) return replacement + found.slice(end);
    return found;
  });
}

function isIban(account: string): boolean {
  const digits = [...(account.slice(4) + account.slice(0, 4))].map((character) => parseInt(character, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
