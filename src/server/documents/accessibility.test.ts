import { describeAccessible } from './testing/describe-accessible.ts';
import { KINDS, LOCALES, make, makeHandInReceipt } from './testing/make.ts';
import { sampleData } from './testing/sample.ts';

for (const locale of LOCALES) {
  const data = sampleData(locale);
  const title = data.serviceTitle;
  for (const kind of KINDS) {
    describeAccessible(`the ${kind}`, { locale, title, make: () => make(kind, data) });
  }
  describeAccessible('the handInReceipt', { locale, title, make: () => makeHandInReceipt(locale) });
}
