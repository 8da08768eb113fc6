// Checks a page against WCAG 2.2 AA, in the light and in the dark theme.
import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The page, or the part that a selector names, has no violations in either theme. */
export async function expectAccessible(page, selector) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const axe = new AxeBuilder({ page }).withTags(TAGS);
    if (selector) axe.include(selector);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
    );
    expect(found, `violations in the ${colorScheme} theme`).toEqual([]);
  }
}

/** Waits until colors no longer fade from one theme to the other. */
const settled = (page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
