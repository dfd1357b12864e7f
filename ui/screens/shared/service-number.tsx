import { Link } from '#ui/kit/link.tsx';

const NUMBER = '115';

/** The public service number of all administrations, the same in the whole country. */
export const ServiceNumber = () => <Link href={`tel:${NUMBER}`}>{NUMBER}</Link>;
