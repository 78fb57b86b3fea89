//! Variables and functions.

use super::lexer::Token;
use super::reader::{Read, Reader};
use super::syntax::{Initial, PtxFunction, VariableDeclaration};
use crate::type_names::type_named;
use smem_sim::ParseError;
use smem_sim::isa::{Space, Type};

impl Reader<'_> {
    /// Reads `.align 8 .b8 a[32], b;` after its space.
    pub(super) fn variables(
        &mut self,
        space: Space,
        declared_only: bool,
        mut push: impl FnMut(VariableDeclaration),
    ) -> Read<()> {
        let (mut align, ty, vector) = self.variable_type()?;
        align = align.max(1);
        loop {
            let variable = self.variable(space, declared_only, align, ty, vector)?;
            push(variable);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(';')
    }

    /// Reads the list after `.attribute`: `.managed`, `.unified(1, 2)`. Where a managed variable is, the host says.
    fn attributes(&mut self) -> Read<()> {
        self.expect('(')?;
        let mut open = 1;
        while open > 0 {
            if self.accept('(') {
                open += 1;
            } else if self.accept(')') {
                open -= 1;
            } else if self.peek().is_none() {
                return self.fail("`)` of the attributes");
            } else {
                self.skip();
            }
        }
        Ok(())
    }

    /// Reads alignment, element type and vector length.
    fn variable_type(&mut self) -> Read<(u64, Type, u64)> {
        let (mut align, mut vector) = (0, 1);
        loop {
            let line = self.line();
            let word = self.word("a type")?;
            match word {
                ".align" => {
                    align = self.int()?;
                    if !align.is_power_of_two() || align > 1 << 16 {
                        return Err(ParseError::new(line, format!("an alignment of {align} is not a power of two")));
                    }
                }
                ".v2" => vector = 2,
                ".v4" => vector = 4,
                ".attribute" => self.attributes()?,
                // The target of a pointer parameter; it has no effect here.
                ".ptr" | ".global" | ".shared" | ".const" | ".local" | ".managed" => {}
                _ => {
                    let ty = word.strip_prefix('.').and_then(type_named).filter(|&t| t != Type::Pred);
                    let Some(ty) = ty else {
                        return Err(ParseError::new(line, format!("unknown type or attribute `{word}` of a variable")));
                    };
                    // `.param .u64 .ptr .global .align 1 name`
                    while let Some(word @ (".ptr" | ".global" | ".shared" | ".const" | ".local" | ".align")) =
                        self.peek_word()
                    {
                        self.at += 1;
                        if word == ".align" {
                            self.int()?;
                        }
                    }
                    return Ok((align.max(ty.bytes() * vector), ty, vector));
                }
            }
        }
    }

    fn variable(
        &mut self,
        space: Space,
        declared_only: bool,
        align: u64,
        ty: Type,
        vector: u64,
    ) -> Read<VariableDeclaration> {
        let line = self.line();
        let name = self.word("a variable's name")?.to_owned();
        let mut shape: Vec<u64> = Vec::new();
        let mut open = false;
        while self.accept('[') {
            if self.accept(']') {
                open = true;
            } else {
                shape.push(self.int()?);
                self.expect(']')?;
            }
        }
        let element = ty.bytes() * vector;
        let mut init: Vec<Initial> = Vec::new();
        if self.accept('=') {
            if matches!(space, Space::Shared | Space::Local | Space::Param) {
                return Err(ParseError::new(
                    line,
                    format!("`{name}` is in {} memory, which cannot have an initial value", space.name()),
                ));
            }
            self.initializer(ty.bytes(), &mut init)?;
        }
        let sized = shape.iter().try_fold(element, |a, &n| a.checked_mul(n)).filter(|&b| b < 1 << 32);
        let Some(mut bytes) = sized else {
            return Err(ParseError::new(line, format!("`{name}` is too large")));
        };
        let end = init.last().map_or(0, |i| i.offset + i.bytes);
        if open && !declared_only {
            bytes = end;
        }
        if end > bytes && !open {
            return Err(ParseError::new(line, format!("`{name}` has more values than elements")));
        }
        let id = self.ids;
        self.ids += 1;
        let unsized_extern = open && declared_only;
        if unsized_extern {
            bytes = 0;
        }
        Ok(VariableDeclaration { id, line, name, space, align, bytes, unsized_extern, declared_only, init })
    }

    pub(super) fn function(&mut self, kernel: bool) -> Read<PtxFunction> {
        let returns = if !kernel && self.peek() == Some(Token::Punct('(')) { self.formals()? } else { Vec::new() };
        let line = self.line();
        let name = self.word("a function's name")?.to_owned();
        let params = if self.peek() == Some(Token::Punct('(')) { self.formals()? } else { Vec::new() };
        let (mut required_block, mut required_cluster, mut max_block) = (None, None, None);
        loop {
            match self.peek() {
                Some(Token::Word(word @ (".reqntid" | ".maxntid" | ".reqnctapercluster"))) => {
                    self.at += 1;
                    let mut size = [1, 1, 1];
                    size[0] = self.int32()?;
                    for extent in &mut size[1..] {
                        if self.accept(',') {
                            *extent = self.int32()?;
                        }
                    }
                    match word {
                        ".reqntid" => required_block = Some(size),
                        ".reqnctapercluster" => required_cluster = Some(size),
                        _ => max_block = Some(size),
                    }
                }
                Some(Token::Word(".minnctapersm" | ".maxnctapersm" | ".maxnreg" | ".maxclusterrank")) => {
                    self.at += 1;
                    self.int()?;
                }
                // The demand of `.explicitcluster`, a launch with clusters, is checked with their size.
                Some(Token::Word(".noreturn" | ".explicitcluster")) => self.at += 1,
                Some(Token::Word(".pragma")) => self.pragma()?,
                Some(Token::Punct(end @ ('{' | ';'))) => {
                    self.at += 1;
                    let body = if end == '{' { Some(self.body()?) } else { None };
                    return Ok(PtxFunction {
                        line,
                        name,
                        kernel,
                        returns,
                        params,
                        required_block,
                        required_cluster,
                        max_block,
                        body,
                    });
                }
                Some(Token::Word(word)) if word.starts_with('.') => {
                    return Err(ParseError::new(self.line(), format!("unknown directive `{word}` of a function")));
                }
                _ => return self.fail("a function's body"),
            }
        }
    }

    pub(super) fn formals(&mut self) -> Read<Vec<VariableDeclaration>> {
        self.expect('(')?;
        let mut out = Vec::new();
        if self.accept(')') {
            return Ok(out);
        }
        loop {
            let line = self.line();
            match self.word("`.param`")? {
                ".param" => {}
                ".reg" => return Err(ParseError::new(line, "parameters in registers are not supported; use `.param`")),
                other => return Err(ParseError::new(line, format!("expected `.param`, found `{other}`"))),
            }
            let (align, ty, vector) = self.variable_type()?;
            out.push(self.variable(Space::Param, false, align, ty, vector)?);
            if !self.accept(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(out)
    }
}
