// The client of OpenAI's library that the programs share. Server and token are in the environment.
import OpenAI from 'openai';

export const client = new OpenAI({
  baseURL: process.env.COPPICE_URL,
  apiKey: process.env.COPPICE_TOKEN,
  maxRetries: 0,
});

export { OpenAI };

/** Reads all pages of a list. */
export async function all(pages) {
  const items = [];
  for await (const item of pages) items.push(item);
  return items;
}
