// A conversation with a branch, a patch of the state, and a follower of its events.
// Run it with the variables COPPICE_URL and COPPICE_TOKEN.
import { Coppice, StaleLeafError } from 'coppice-client';

const coppice = new Coppice({ url: process.env.COPPICE_URL, token: process.env.COPPICE_TOKEN });
const trip = coppice.session(`trip-${Date.now()}`);
await trip.getOrCreate({ userId: 'ada', metadata: { topic: 'travel' } });

const events = trip.events();
await events.next(); // the status: from here on, no event is missed

await trip.append([
  { id: 'q1', role: 'user', content: 'Where shall we go in April?' },
  { id: 'a1', role: 'assistant', content: 'To Kyoto.' },
], { statePatch: { city: 'Kyoto' } });
await trip.append([{ id: 'a2', role: 'assistant', content: 'To Nara.' }], { parentId: 'q1' });

try {
  await trip.append([{ role: 'user', content: 'Thank you.' }], { expectedLeafId: 'a1' });
} catch (error) {
  if (!(error instanceof StaleLeafError)) throw error;
  console.log('the leaf is', error.leafId);
}
for await (const message of trip.messages()) console.log(message.role, message.content);
console.log('state', (await trip.state()).value);

await trip.delete();
for await (const event of events) console.log('event', event.type, event.data.messageId ?? '');
