/** The personal area with its flow: no other page needs the code of either. */
export { AccountScreen } from '#ui/screens/account/account-screen.tsx';
export { wireDrafts } from '../wiring/drafts.ts';
