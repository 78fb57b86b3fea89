use super::*;

const KERNEL: &str = "__global__ void k(int* a) {
  __shared__ int s[64];
  if (a[0] > 1)
    s[0] = 1;
  else if (a[1]) s[1] = 2;
  else { s[2] = 3; }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    s[i] += a[i];
  do { a[0]--; } while (a[0]);
  switch (a[2]) {
    case 1: s[3] = 4; break;
    default: { s[4] = 5; }
  }
  auto f = [&] { s[5] = 6; };
}";

#[test]
fn the_path_to_a_line_goes_through_branches_loops_and_lambdas() {
    let text = CudaText::parse(KERNEL);
    let [function] = &text.function_statements()[..] else { panic!("one function") };
    let shown = |line: u32| {
        let path = function.path(line, false);
        let of = |place: &StatementPlace| {
            let (block, statement) = (function.block(*place).unwrap(), function.statement(*place).unwrap());
            let written = KERNEL[statement.place.clone()].lines().next().unwrap().to_owned();
            (block.kind, block.is_braced, written)
        };
        path.last().map(of).unwrap()
    };
    assert_eq!(shown(4), (StatementBlockKind::Branch, false, "s[0] = 1;".to_owned()));
    assert_eq!(shown(6), (StatementBlockKind::Branch, true, "s[2] = 3;".to_owned()));
    assert_eq!(shown(9), (StatementBlockKind::Loop, false, "s[i] += a[i];".to_owned()));
    assert_eq!(shown(10), (StatementBlockKind::Loop, true, "a[0]--;".to_owned()));
    assert_eq!(shown(12), (StatementBlockKind::Branch, true, "s[3] = 4;".to_owned()));
    assert_eq!(shown(13), (StatementBlockKind::Once, true, "s[4] = 5;".to_owned()));
    assert_eq!(shown(15), (StatementBlockKind::Once, true, "s[5] = 6;".to_owned()));
    assert_eq!(function.path(5, false).len(), 3);
}

#[test]
fn loops_have_their_counters_and_statements_the_values_that_they_store() {
    let text = CudaText::parse(KERNEL);
    let function = text.function_statements().remove(0);
    let loops = function.statement(function.path(8, false)[0]).unwrap();
    assert_eq!(loops.counter.as_deref(), Some("i"));
    let stored = function.statement(*function.path(9, false).last().unwrap()).unwrap().stored.clone().unwrap();
    assert_eq!((&KERNEL[stored.target], &stored.operator[..]), ("s[i]", "+="));
    assert_eq!(stored.value.map(|value| &KERNEL[value]), Some("a[i]"));
    let counted = function.statement(*function.path(10, false).last().unwrap()).unwrap().stored.clone().unwrap();
    assert_eq!((&KERNEL[counted.target], counted.value), ("a[0]", None));
}
