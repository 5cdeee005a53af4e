import { elementsOf } from "./elements";

test("the elements of a page are those that React has rendered, without its scripts", () => {
  const html =
    '<html><body class="b"><script>if (1 < 2) "<p>"</script><!--$--><ul role="list"><li class="a b" style="color:red">' +
    'Ana &amp; Ben<!-- --> owe<img alt="" src="/a.png"/></li></ul><link rel="preload"/><!--/$--></body></html>';
  expect(elementsOf(html)).toEqual([
    "div",
    {},
    [
      "ul",
      { role: "list" },
      ["li", { class: "a b" }, "Ana &amp; Ben owe", ["img", { alt: "", src: "/a.png" }]],
    ],
  ]);
});
