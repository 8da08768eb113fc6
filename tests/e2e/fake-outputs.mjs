// Replaces the outputs of runs with others that a deployment might return.

/**
 * Gives every completed run these outputs: file names and the content at their addresses. An output with a
 * `url` is read from there.
 */
export async function fakeOutputs(page, outputs) {
  await page.route(/\/api\/v1\/runs\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (body.data?.outputs?.length) {
      body.data.outputs = outputs.map(({ filename, url }, place) => ({
        filename,
        s3_key: filename,
        url: url ?? `/fake/${place}`,
      }));
    }
    await route.fulfill({ response, json: body });
  });
  await page.route(/\/fake\/\d+$/, (route) => {
    const { contentType, body } = outputs[Number(route.request().url().match(/\d+$/)[0])];
    return route.fulfill({ contentType, body });
  });
}

/** Completes a quick run, whose outputs are replaced. */
export async function quickRun(playground) {
  await playground.choose("Slow blur");
  await playground.text("Size").fill("256");
  await playground.waitForRun(await playground.start());
}
