/** The page of a person's logins with its flow: no other page needs the code of either. */
export { LoginsScreen } from '#ui/screens/logins/logins-screen.tsx';
export { wireLogins } from '../wiring/logins.ts';
